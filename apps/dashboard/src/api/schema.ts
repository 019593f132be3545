// Written by `npm run client-types` from the gateway's OpenAPI document. Changes made here by hand are lost.

export interface paths {
    "/app/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the user is signed in */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The sessions */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Sessions"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Also here: the next page is the sign-in.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description No session of the user is left */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign out somewhere */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    session_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session is over */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description All other sessions of the user end, and a mail tells them.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The user's own, once more */
                        current_password: string;
                        /** @description At least 12 characters, with letters and digits. */
                        new_password: string;
                    };
                };
            };
            responses: {
                /** @description It is changed */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The session has a new cookie, and this is its token from now on */
                            csrf_token: string;
                        };
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/account/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set an authenticator up
         * @description Nothing changes until its code is confirmed.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The user's own, once more */
                        password: string;
                    };
                };
            };
            responses: {
                /** @description What the authenticator needs */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description In base32, for typing */
                            secret: string;
                            /** @description For the authenticator's camera */
                            otpauth_uri: string;
                            /** @description A picture of the address */
                            qr_svg: string;
                        };
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Turn the second factor off
         * @description All other sessions of the user end, and a mail tells them. A live merchant's staff cannot: they set another authenticator up instead.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The user's own, once more */
                        password: string;
                    };
                };
            };
            responses: {
                /** @description It is off */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The session has a new cookie, and this is its token from now on */
                            csrf_token: string;
                        };
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/account/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor on with a code of the new authenticator
         * @description All other sessions of the user end, and a mail tells them.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        code: string;
                    };
                };
            };
            responses: {
                /** @description It is on */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Each good for one sign-in; shown this once
                             * @example [
                             *       "7KQM-2WXA-H9RT"
                             *     ]
                             */
                            recovery_codes: string[];
                            /** @description The session has a new cookie, and this is its token from now on */
                            csrf_token: string;
                        };
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/account/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new recovery codes
         * @description The former ones are worth nothing from then on. A mail tells the user.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The user's own, once more */
                        password: string;
                    };
                };
            };
            responses: {
                /** @description The new codes */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Each good for one sign-in; shown this once
                             * @example [
                             *       "7KQM-2WXA-H9RT"
                             *     ]
                             */
                            recovery_codes: string[];
                        };
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The staff, and open invitations */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The staff */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Staff"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/staff/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask somebody to join
         * @description They get a link by mail, good for seven days. Asked again, they get another one, and the first is dead. Who has an account at another merchant gets a mail that says so. A merchant has 50 open invitations at most, and sends 20 a day.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example ada@example.com */
                        email: string;
                        /** @example Ada Lovelace */
                        name: string;
                        /** @enum {string} */
                        role: "owner" | "administrator" | "clerk";
                    };
                };
            };
            responses: {
                /** @description The invitation */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invitation"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/staff/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Administrators do not withdraw an owner's, and nobody but the operator the primary owner's.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    invitation_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Its link is dead */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/staff/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Let somebody in no more
         * @description A mail tells them. The invitations they sent are withdrawn. The credentials they made and the partners they connected are the merchant's and go on: the answer names them.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description They are out, from their next request on */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LeftBehind"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Give somebody another role
         * @description They sign in anew, and a mail tells them; with a lower role, the invitations they sent are withdrawn. Administrators neither change owners nor make any; nobody changes the primary owner.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        role: "owner" | "administrator" | "clerk";
                    };
                };
            };
            responses: {
                /** @description The staff member */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StaffMember"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/customer-service/customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Newest first. Text filters compare whole texts, whatever their case.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description Leads to the previous, newer page */
                    before?: string;
                    /** @description Leads to the next, older page */
                    after?: string;
                    email_address?: string;
                    first_name?: string;
                    last_name?: string;
                    company?: string;
                    /** @description true: only customers with a subscription; false: only those without */
                    with_subscription?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CustomerList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a customer
         * @description The e-mail address is required.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewCustomer"];
                };
            };
            responses: {
                /** @description The whole customer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/customer-service/customer/{customer_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a customer */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The whole customer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Change a customer
         * @description Changes the fields that are given; null clears one.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CustomerChange"];
                };
            };
            responses: {
                /** @description The whole customer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/customer-service/customer/plan/{plan_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the customers subscribed to a plan
         * @description Those with a subscription that is ACTIVE, RETRY, SUSPENDED or PAUSED. Newest first. Text filters compare whole texts, whatever their case.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description Leads to the previous, newer page */
                    before?: string;
                    /** @description Leads to the next, older page */
                    after?: string;
                    email_address?: string;
                    first_name?: string;
                    last_name?: string;
                    company?: string;
                    /** @description true: only customers with a subscription; false: only those without */
                    with_subscription?: boolean;
                };
                header?: never;
                path: {
                    /** @description The plan's lookup_id */
                    plan_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CustomerList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/customer-service/customer/{customer_lookup_id}/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a card on a customer
         * @description The processor verifies the card without an amount; a refused one is not stored. The first card is the default. A card that the customer has already gets its new expiry.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AddCardRequest"];
                };
            };
            responses: {
                /** @description The whole customer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The processor refused the card; nothing was stored */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RefusedCard"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a card
         * @description Its number is deleted at once. When it was the default, the newest other card becomes it. A card that a subscription bills stays until that is cancelled or has another card.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                    /** @description The card's lookup_id */
                    card_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The whole customer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Make a card the default, or describe it */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                    /** @description The card's lookup_id */
                    card_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeCardRequest"];
                };
            };
            responses: {
                /** @description The whole customer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/customer-service/customer/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe a customer to a plan
         * @description The customer is the one whose card it is. Payments fall due at the start date and then at the same local time in the merchant's time zone, as often as the plan says. What the plan says is kept: later changes of the plan do not touch the subscription. Repeated with its Idempotency-Key, the request makes no second one: the answer is the customer as it is by then.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateSubscriptionRequest"];
                };
            };
            responses: {
                /** @description The whole customer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change, pause, cancel or reactivate a subscription
         * @description Changes the fields that are given. Once PAUSED, CANCELED or CANCELLED is answered, no payment begins any more; one that was under way has its outcome. ACTIVE goes on with the next due date; a payment that is open (RETRY, SUSPENDED) is tried once, at once. An EXPIRED subscription can only be cancelled.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                    /** @description The subscription's lookup_id */
                    subscription_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeSubscriptionRequest"];
                };
            };
            responses: {
                /** @description The whole customer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/plan-service/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description Newest first, without those that were deleted. The name is compared as a whole, whatever its case. Mind the counts:
         *     min_… keeps plans with that many subscriptions or fewer, max_… with that many or more.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description Leads to the previous, newer page */
                    before?: string;
                    /** @description Leads to the next, older page */
                    after?: string;
                    plan_name?: string;
                    min_amount?: number;
                    max_amount?: number;
                    frequency?: "DAILY" | "WEEKLY" | "MOTHLY" | "QUARTERLY" | "ANNUALLY";
                    /** @description Keeps plans whose total_subscriptions are this number or fewer */
                    min_number_of_total_subscriptions?: number;
                    /** @description Keeps plans whose total_subscriptions are this number or more */
                    max_number_of_total_subscriptions?: number;
                    /** @description Keeps plans whose current_subscriptions are this number or fewer */
                    min_number_of_current_subscriptions?: number;
                    /** @description Keeps plans whose current_subscriptions are this number or more */
                    max_number_of_current_subscriptions?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PlanList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a plan
         * @description What customers can subscribe to: a name, an amount, and how often it is paid.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PlanRequest"];
                };
            };
            responses: {
                /** @description The plan */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Plan"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/plan-service/plan/{plan_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a plan */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The plan's lookup_id */
                    plan_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The plan */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Plan"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Change a plan
         * @description Needs what a new plan needs; what is left out is at its default again. Subscriptions that there are keep what
         *     they began with, new ones get the change.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The plan's lookup_id */
                    plan_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PlanRequest"];
                };
            };
            responses: {
                /** @description The plan */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Plan"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a plan
         * @description Nobody can subscribe to it any more. Subscriptions that there are go on.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The plan's lookup_id */
                    plan_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The plan is gone */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/sale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Charge a card */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChargeRequest"];
                };
            };
            responses: {
                /** @description Approved */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Declined, or the outcome is not known yet */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailedPayment"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/sale/customer/{customer_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge a customer's default card, or a new one
         * @description With a card or a token in the body, that card is charged, and stored on the customer when the charge is approved; without, the customer's default card. Details that the request leaves out are the customer's.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CustomerChargeRequest"];
                };
            };
            responses: {
                /** @description Approved */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Declined, or the outcome is not known yet */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailedPayment"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/sale/customer/{customer_lookup_id}/card/{card_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge a stored card
         * @description Details that the request leaves out are the customer's.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                    /** @description The card's lookup_id */
                    card_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StoredCardChargeRequest"];
                };
            };
            responses: {
                /** @description Approved */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Declined, or the outcome is not known yet */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailedPayment"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hold an amount on a card */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChargeRequest"];
                };
            };
            responses: {
                /** @description Approved */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Declined, or the outcome is not known yet */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailedPayment"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/authorize/customer/{customer_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold an amount on a customer's default card, or a new one
         * @description With a card or a token in the body, that card is charged, and stored on the customer when the charge is approved; without, the customer's default card. Details that the request leaves out are the customer's.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CustomerChargeRequest"];
                };
            };
            responses: {
                /** @description Approved */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Declined, or the outcome is not known yet */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailedPayment"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/authorize/customer/{customer_lookup_id}/card/{card_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold an amount on a stored card
         * @description Details that the request leaves out are the customer's.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                    /** @description The card's lookup_id */
                    card_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StoredCardChargeRequest"];
                };
            };
            responses: {
                /** @description Approved */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Declined, or the outcome is not known yet */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailedPayment"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/capture/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture an authorization
         * @description Once, with at most the amount that was authorized; the rest of the hold is released. The answer is the capture, a transaction of its own, which is what refunds are made of.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** @description Its numeric id or its transaction_id */
                    transaction_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AmountRequest"];
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Declined, or the outcome is not known yet */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailedPayment"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/refund/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a sale or a capture
         * @description In parts, together at most its amount. In this answer, the id is a string.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** @description Its numeric id or its transaction_id */
                    transaction_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AmountRequest"];
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Declined, or the outcome is not known yet */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailedPayment"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/void/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a transaction
         * @description Releases an authorization that was not captured, or a sale or capture before the merchant's day ends. No body is needed. The answer is the void, a transaction of its own.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** @description Its numeric id or its transaction_id */
                    transaction_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Declined, or the outcome is not known yet */
                402: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailedPayment"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/transaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Newest first. Text filters compare whole texts, whatever their case.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description Leads to the previous, newer page */
                    before?: string;
                    /** @description Leads to the next, older page */
                    after?: string;
                    /** @description A whole day in your time zone, included */
                    from_date?: string;
                    /** @description A whole day in your time zone, included */
                    to_date?: string;
                    transaction_status?: string;
                    channel?: string;
                    min_amount?: number;
                    max_amount?: number;
                    email_address?: string;
                    first_name?: string;
                    last_name?: string;
                    invoice_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/transaction/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of the token's user
         * @description Newest first. Text filters compare whole texts, whatever their case.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description Leads to the previous, newer page */
                    before?: string;
                    /** @description Leads to the next, older page */
                    after?: string;
                    /** @description A whole day in your time zone, included */
                    from_date?: string;
                    /** @description A whole day in your time zone, included */
                    to_date?: string;
                    transaction_status?: string;
                    channel?: string;
                    min_amount?: number;
                    max_amount?: number;
                    email_address?: string;
                    first_name?: string;
                    last_name?: string;
                    invoice_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service/transaction/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a transaction */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Its numeric id or its transaction_id */
                    transaction_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The transaction */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransactionRecord"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service-vt/eft/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the wallet's balances
         * @description In CAD. Available is the actual balance less what is held and what is not cleared; no balance is below zero.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The balances */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WalletBalance"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service-vt/eft/send/{customer_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money to a customer's bank account
         * @description The amount is held at once and leaves the wallet when the bank confirms it: PENDING, then APPROVED. What a bank returns comes back into the wallet, and is DECLINED with the bank's reason.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendRequest"];
                };
            };
            responses: {
                /** @description On its way */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EftRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service-vt/eft/bank-deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deposit money in your bank account
         * @description To the bank account that is linked on the Wallet page, out of what is available. The amount is held at once and leaves the wallet when the bank confirms it; read the transaction to see when.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BankDepositRequest"];
                };
            };
            responses: {
                /** @description On its way */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BankDeposit"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service-vt/eft/transaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the wallet's transactions
         * @description Newest first. Text filters compare whole texts, whatever their case.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description Leads to the previous, newer page */
                    before?: string;
                    /** @description Leads to the next, older page */
                    after?: string;
                    /** @description A whole day in your time zone, included */
                    from_date?: string;
                    /** @description A whole day in your time zone, included */
                    to_date?: string;
                    transaction_status?: string;
                    transaction_type?: string;
                    transaction_kind?: string;
                    min_amount?: number;
                    max_amount?: number;
                    email_address?: string;
                    first_name?: string;
                    last_name?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EftTransactionList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service-vt/eft/transaction/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a transaction of the wallet */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Its numeric id or its transaction_id */
                    transaction_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The transaction */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EftRecord"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service-vt/eft/request/{customer_lookup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a customer for money
         * @description Mails the customer a link to a page on which they pay from their bank account, or decline. PENDING until they do, and for 30 days at most. What they pay is in the wallet at once, and available when their bank has paid. One payer has at most 20 requests of yours before them: 409 for one more.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Makes a retry safe: the same key with the same body gets the stored answer for 24 hours, and does nothing again */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** @description The customer's lookup_id */
                    customer_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MoneyRequest"];
                };
            };
            responses: {
                /** @description Asked */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EftRecord"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The Idempotency-Key was used for another request */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transaction-service-vt/eft/incoming-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what other merchants ask of you
         * @description Requests whose customer has the e-mail address of one of your staff: those that wait for an answer first, then the others, the newest first among each. The redirect_url leads to the page on which your staff pay one from the wallet, or decline it.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description Leads to the previous, newer page */
                    before?: string;
                    /** @description Leads to the next, older page */
                    after?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IncomingRequests"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transactions/{transaction_id}/life": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what happened to a payment */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Its numeric id or its transaction_id */
                    transaction_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The payment's transactions */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentLife"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transactions/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download transactions as CSV
         * @description All that the filters of the list keep, newest first (RFC 4180, UTF-8). Text that a spreadsheet would take for a formula has an apostrophe before it.
         */
        get: {
            parameters: {
                query?: {
                    /** @description A whole day in your time zone, included */
                    from_date?: string;
                    /** @description A whole day in your time zone, included */
                    to_date?: string;
                    transaction_status?: string;
                    channel?: string;
                    min_amount?: number;
                    max_amount?: number;
                    email_address?: string;
                    first_name?: string;
                    last_name?: string;
                    invoice_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The file */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transactions/{transaction_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the payer the receipt once more
         * @description No body is needed. It counts against the hourly limits of all mail.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Its numeric id or its transaction_id */
                    transaction_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is on its way */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SentReceipt"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/subscriptions/{subscription_lookup_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tries to charge a subscription
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description Leads to the previous, newer page */
                    before?: string;
                    /** @description Leads to the next, older page */
                    after?: string;
                };
                header?: never;
                path: {
                    subscription_lookup_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the tries */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SubscriptionAttemptList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/origins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the origins that your card form may stand on */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The origins */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OriginList"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Let your card form stand on an origin */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example https://shop.example */
                        origin: string;
                    };
                };
            };
            responses: {
                /** @description The origins */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OriginList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /** Let your card form stand on an origin no longer */
        delete: {
            parameters: {
                query: {
                    origin: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The origins */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OriginList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the partners that act for you */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The partners */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectedPartnerList"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/partners/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect a partner
         * @description Every token that it has for you is worth nothing from the next request on.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    client_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Disconnected */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what
         * @description Newest first. An event is here a second or two after it happened, once it is sealed.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description Leads to the previous, newer page */
                    before?: string;
                    /** @description Leads to the next, older page */
                    after?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the log */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuditEventList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that your pages encrypt cards to
         * @description The newest first, without those that were destroyed.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The keys */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PublicKeyList"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new key for your pages
         * @description No body is needed. Pages with the former key go on for 30 days; put the new one into them until then.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The keys */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PublicKeyList"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/keys/{key_id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy a key that has a successor
         * @description What a page encrypts to it from then on cannot be read any more.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["KeyRetirement"];
                };
            };
            responses: {
                /** @description The keys */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PublicKeyList"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/account/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the account live
         * @description For the account's primary owner alone. It needs a processor for live merchants, and there is none yet.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Today and the last 30 days in figures */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The figures */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Overview"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the settings */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The settings */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Settings"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description Only what is given is changed. Subscriptions that run keep the time zone that they began in; plans, transactions and subscriptions keep their currency, also one that is no longer enabled.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SettingsChange"];
                };
            };
            responses: {
                /** @description The settings */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Settings"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/settings/choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the time zones and currencies to choose from */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The choices */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsChoices"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/settings/bank-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which bank account deposits go to */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The account */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LinkedBankAccount"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Link the bank account that deposits go to
         * @description In place of the one that was linked before; deposits that are on their way go where they were sent. Takes the password of whoever is signed in; a mail tells every owner. What is unusual about an account is answered as a warning: only the bank knows whether it exists.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BankAccountToLink"];
                };
            };
            responses: {
                /** @description The account */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LinkedBankAccount"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Remove the bank account that deposits go to
         * @description Deposits that are on their way arrive all the same. A mail tells every owner. Removing it again changes nothing.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The account */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LinkedBankAccount"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credentials of your servers
         * @description The newest first, without those that were revoked.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The credentials */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CredentialList"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Make a credential for a server
         * @description The secret stands in this answer and nowhere else. Charges of the server are those of whoever made it.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewCredential"];
                };
            };
            responses: {
                /** @description The credential with its secret */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedCredential"];
                    };
                };
                /** @description Something in the request is wrong */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The request conflicts with another one */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is too large */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description The body is not JSON in UTF-8 */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/credentials/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a credential
         * @description Its secret and every token it has are worth nothing from the next request on.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    client_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Revoked */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request does not prove whose it is */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Whoever sent the request may not do this */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description There is nothing with this id */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
                /** @description Too many requests of this merchant are under way */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description (OpenAPI 3.1) */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The document */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Session: {
            user: {
                id: number;
                email: string;
                name: string;
                /** @enum {string} */
                role: "owner" | "administrator" | "clerk";
                is_primary_owner: boolean;
                has_second_factor: boolean;
            };
            merchant: {
                merchant_id: string;
                name: string;
                /** @enum {string} */
                mode: "demo" | "live";
                /** @example America/Toronto */
                time_zone: string;
                /**
                 * @example [
                 *       "CAD",
                 *       "USD"
                 *     ]
                 */
                currencies: string[];
                /** @description What the card form encrypts to; null for who may not charge */
                public_key: string | null;
            };
            /** @description The gateway's clock, as it was when it answered */
            clock: {
                /** @description The time that records, billing and settlement go by, ms since 1970 */
                business_time: number;
                /** @description How far it is ahead of real time: 0 unless the sandbox's clock was moved */
                ahead_ms: number;
            };
            /**
             * @description What the user may do
             * @example [
             *       "charge",
             *       "refund"
             *     ]
             */
            permissions: ("transactions.read" | "charge" | "capture" | "receipt.send" | "customers.read" | "customers.write" | "cards.write" | "plans.read" | "wallet.read" | "wallet.request" | "refund" | "void" | "plans.write" | "subscriptions.write" | "wallet.send" | "bank_account.write" | "reports.export" | "audit.read" | "settings.read" | "settings.write" | "credentials.write" | "keys.write" | "partners.write" | "staff.write" | "account.live")[];
            /** @description To be sent as X-CSRF-Token with whatever changes something */
            csrf_token: string;
        };
        Problem: {
            /** @example 400 */
            status: number;
            /** @enum {string} */
            code: "BAD_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "TOO_MANY_REQUESTS" | "HEADERS_TOO_LARGE" | "INTERNAL" | "UNAVAILABLE";
            /**
             * @description What is wrong and what to do next
             * @example amount is required.
             */
            message: string;
            errors?: {
                field: string;
                message: string;
            }[];
            /** @description Quote it when you ask for help */
            request_id: string;
        };
        Sessions: {
            sessions: {
                session_id: string;
                /** @description The sign-in, ms since 1970 */
                created_at: number;
                /** @description ms since 1970 */
                last_seen_at: number;
                client_address: string;
                /** @example Firefox on Windows */
                user_agent: string;
                is_current: boolean;
            }[];
        };
        Staff: {
            staff: components["schemas"]["StaffMember"][];
            invitations: components["schemas"]["Invitation"][];
        };
        StaffMember: {
            user_id: number;
            name: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "administrator" | "clerk";
            is_primary_owner: boolean;
            has_second_factor: boolean;
            /** @description ms since 1970 */
            created_at: number;
            /** @description ms since 1970; null for who is signed in nowhere */
            last_seen_at: number | null;
        };
        Invitation: {
            invitation_id: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "administrator" | "clerk";
            /** @description ms since 1970 */
            created_at: number;
            /** @description ms since 1970 */
            expires_at: number;
        };
        LeftBehind: {
            /** @description The living ones that they made */
            credentials: {
                client_id: string;
                name: string;
            }[];
            /** @description The connected ones that they consented to */
            partners: {
                client_id: string;
                name: string;
            }[];
        };
        Customer: {
            /** @example 100001 */
            id: number;
            /**
             * @description The customer in paths
             * @example 9fK2mQ7xW1aZ3bC4dE5f
             */
            lookup_id: string;
            email: string;
            first_name: string | null;
            last_name: string | null;
            company: string | null;
            bcc_emails: string | null;
            telephone: string | null;
            address1: string | null;
            address2: string | null;
            city: string | null;
            province: string | null;
            country: string | null;
            postal_code: string | null;
            custom_id: string | null;
            cards: components["schemas"]["Card"][];
            subscriptions: components["schemas"]["Subscription"][];
        };
        Card: {
            id: number;
            /**
             * @description The card in paths
             * @example 9fK2mQ7xW1aZ3bC4dE5f
             */
            lookup_id: string;
            /** @example Visa */
            card_type: string;
            /**
             * @description MM/YY
             * @example 08/29
             */
            card_expiry: string;
            /**
             * @description The first four digits
             * @example 4111
             */
            card_prefix: string;
            /**
             * @description The last four digits
             * @example 1111
             */
            card_suffix: string;
            is_default: boolean;
            card_description: string | null;
        };
        Subscription: {
            id: number;
            /**
             * @description The subscription in paths
             * @example Qw7eR5tY3uI1oP9aS2dF
             */
            lookup_id: string;
            plan_id: number;
            /** @example Lk6jH4gF2dS8aP0oI1uY */
            plan_lookup_id: string;
            /**
             * @description The card that it bills
             * @example Zx8cV7bN6mK5jH4gF3dS
             */
            card_lookup_id: string;
            /** @description The plan's, as it was called at the start */
            name: string;
            /** @description Shown on receipts */
            description: string | null;
            /**
             * @description ACTIVE, RETRY, SUSPENDED, PAUSED, CANCELED, CANCELLED or EXPIRED
             * @example ACTIVE
             */
            status: string;
            /**
             * @description Dollars for each period
             * @example 31
             */
            amount: number;
            /** @example CAD */
            currency: string;
            /**
             * @description DAILY, WEEKLY, MOTHLY, QUARTERLY or ANNUALLY
             * @example MOTHLY
             */
            frequency: string;
            /** @description When the first payment falls due, ms since 1970 */
            start_date: number;
            /** @description When a payment was last approved, ms since 1970 */
            last_success: number | null;
            /** @description When a payment was last tried, ms since 1970 */
            last_run: number | null;
            /** @description When the next payment is tried, ms since 1970; null when none is to come */
            next_run: number | null;
            /** @description Payments in all; null when it is endless */
            total_cycles: number | null;
            /** @description Approved payments */
            completed_cycles: number;
            /** @description Payments to come; null when it is endless */
            remaining_cycles: number | null;
            /** @description Failed tries of the payment that is open, the first included */
            failed_attempts: number;
            /** @description Periods that fell due while a payment was open; they are not charged later */
            delinquent_cycles: number;
            /** @description When the open payment fell due, ms since 1970 */
            delinquent_since: number | null;
        };
        NewCustomer: {
            /** @description Receives receipts */
            email: string | null;
            first_name?: string | null;
            last_name?: string | null;
            company?: string | null;
            /** @description Receive blind copies of receipts; at most 5, with commas between them */
            bcc_emails?: string | null;
            telephone?: string | null;
            address1?: string | null;
            address2?: string | null;
            city?: string | null;
            /** @description Province or state */
            province?: string | null;
            /** @description ISO 3166 alpha-2, such as CA */
            country?: string | null;
            /** @description Canada: A1A1A1; United States: 5 to 9 digits; elsewhere free */
            postal_code?: string | null;
            /** @description Your own identifying text */
            custom_id?: string | null;
        };
        CustomerChange: {
            /** @description Receives receipts */
            email?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            company?: string | null;
            /** @description Receive blind copies of receipts; at most 5, with commas between them */
            bcc_emails?: string | null;
            telephone?: string | null;
            address1?: string | null;
            address2?: string | null;
            city?: string | null;
            /** @description Province or state */
            province?: string | null;
            /** @description ISO 3166 alpha-2, such as CA */
            country?: string | null;
            /** @description Canada: A1A1A1; United States: 5 to 9 digits; elsewhere free */
            postal_code?: string | null;
            /** @description Your own identifying text */
            custom_id?: string | null;
        };
        CustomerList: {
            entities: components["schemas"]["Customer"][];
            paging: components["schemas"]["Paging"];
        };
        Paging: {
            cursors: {
                /** @description Empty when there is nothing newer */
                before: string;
                /** @description Empty when there is nothing older */
                after: string;
            };
        };
        RefusedCard: {
            /** @enum {number} */
            status: 402;
            /** @enum {string} */
            code: "PAYMENT_FAILED";
            /** @description What happened and what to do next */
            message: string;
            /**
             * @description As in a declined transaction; `null` when the processor did not answer in time
             * @enum {string|null}
             */
            decline_code: "do_not_honour" | "insufficient_funds" | "expired_card" | "lost_card" | "stolen_card" | "incorrect_cvv" | "processing_error" | "not_received" | "not_permitted" | null;
            /** @description Quote it when you ask for help */
            request_id: string;
        };
        AddCardRequest: {
            /**
             * @description An encrypted card token, made in the browser; instead of the four card fields
             * @example ct1AQHU9vts1Y5FTz85bm7rG8YAFBd60JUprX-NmJ09BgxOne55UjIX5…
             */
            token?: string;
            /**
             * @description Digits only
             * @example 4111111111111111
             */
            card_number?: string;
            /**
             * @description Two digits
             * @example 08
             */
            card_expiry_month?: string;
            /**
             * @description Two digits
             * @example 29
             */
            card_expiry_year?: string;
            /**
             * @description Three digits, four for Amex. Never stored
             * @example 123
             */
            cvv2?: string;
            /**
             * @description The payer's address, for the guard against card testing; not kept. Never your server's own
             * @example 203.0.113.9
             */
            ip_address?: string | null;
            /** @description Accepted and ignored */
            currency?: string;
        };
        ChangeCardRequest: {
            is_default?: boolean;
            /** @description Your own label; null clears it */
            card_description?: string | null;
        };
        CreateSubscriptionRequest: {
            plan_lookup_id: string;
            /** @description A stored card. Its customer is the one who subscribes. */
            card_lookup_id: string;
            /**
             * @description When the first payment falls due, ms since 1970: in the future, at most ten years ahead
             * @example 1798761600000
             */
            start_date: number;
            /**
             * @description Dollars for each period; the plan's amount when it is left out
             * @example 31
             */
            amount?: number | string;
            /** @description Receives receipts and notices instead of the customer's own address; null clears it */
            email?: string | null;
            /** @description Receive blind copies of receipts; at most 5, with commas between them */
            bcc_emails?: string | null;
            /** @description Shown on receipts; null clears it */
            description?: string | null;
        };
        ChangeSubscriptionRequest: {
            /**
             * @description CANCELED and CANCELLED mean the same and are kept as they are sent
             * @enum {string}
             */
            status?: "ACTIVE" | "PAUSED" | "CANCELED" | "CANCELLED";
            /** @description Any card of the same customer */
            card_lookup_id?: string;
            /**
             * @description Dollars, from the next period on: a payment that is under way or tried again keeps its amount
             * @example 31
             */
            amount?: number | string;
            /** @description Receives receipts and notices instead of the customer's own address; null clears it */
            email?: string | null;
            /** @description Receive blind copies of receipts; at most 5, with commas between them */
            bcc_emails?: string | null;
            /** @description Shown on receipts; null clears it */
            description?: string | null;
        };
        Plan: {
            /** @example 100001 */
            id: number;
            /**
             * @description The plan in paths
             * @example 9fK2mQ7xW1aZ3bC4dE5f
             */
            lookup_id: string;
            name: string;
            /**
             * @description Dollars
             * @example 18.5
             */
            amount: number;
            /** @example CAD */
            currency: string;
            /** @enum {string} */
            frequency: "DAILY" | "WEEKLY" | "MOTHLY" | "QUARTERLY" | "ANNUALLY";
            /** @description null: without end */
            number_of_payments: number | null;
            send_receipt: boolean;
            /** @description All there ever were */
            total_subscriptions: number;
            /** @description Those that are ACTIVE, RETRY, SUSPENDED or PAUSED */
            current_subscriptions: number;
        };
        PlanRequest: {
            /**
             * @description Shown on receipts; may repeat, though one name for each plan is easier to tell apart
             * @example Coffee of the month
             */
            name: string;
            /**
             * @description Dollars with at most two decimals, as a number or as a decimal string
             * @example 31
             */
            amount: number | string;
            /**
             * @description ISO 4217; one that is enabled for you
             * @example CAD
             */
            currency: string;
            /**
             * @description How often it is paid. A month is spelled MOTHLY, a quarter has three months
             * @example MOTHLY
             * @enum {string}
             */
            frequency: "DAILY" | "WEEKLY" | "MOTHLY" | "QUARTERLY" | "ANNUALLY";
            /**
             * @description Approved payments until a subscription is over; without it there is no end
             * @example 12
             */
            number_of_payments?: number | null;
            /**
             * @description Whether payers get a receipt for each payment
             * @default false
             */
            send_receipt?: boolean;
        };
        PlanList: {
            plans: components["schemas"]["Plan"][];
            paging: components["schemas"]["Paging"];
        };
        TransactionRecord: {
            /**
             * @description A string in the answer of a refund
             * @example 100001
             */
            id: number | string;
            /** @example 9fK2mQ7xW1aZ3bC4dE5f */
            transaction_id: string;
            /** @example 31 */
            amount: number;
            amount_refunded: number;
            amount_tip: number | null;
            amount_tax: number | null;
            /** @example CAD */
            currency: string;
            captured: boolean;
            /** @example Visa */
            card_type: string;
            /**
             * @description The last four digits as a number: 0005 is 5
             * @example 1111
             */
            card_suffix: number;
            /**
             * @description MM/YY
             * @example 08/29
             */
            card_expiry: string;
            user_id: number | null;
            transaction_success: boolean;
            /** @enum {string} */
            transaction_result: "PENDING" | "APPROVED" | "DECLINED";
            transaction_message: string | null;
            /**
             * @description The channel
             * @example E_COMMERCE
             */
            transaction_source: string;
            /** @description UNIX time in milliseconds */
            transaction_time: number;
            /** @enum {string} */
            transaction_type: "sale" | "authorization" | "capture" | "refund" | "void";
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            company: string | null;
            bcc_emails: string | null;
            telephone: string | null;
            address1: string | null;
            address2: string | null;
            city: string | null;
            province: string | null;
            country: string | null;
            postal_code: string | null;
            custom_id: string | null;
            invoice_id: string | null;
            lookup_id: number;
            processor_auth_code: string | null;
            processor_transaction_id: string | null;
            test_mode: boolean;
            /** @description What a capture, refund or void is about: the transaction_id of another transaction */
            original_transaction_id: string | null;
            /** @description Whether it was voided, or is being voided */
            voided: boolean;
            /**
             * @description Why it was declined, in a word that programs can read. `do_not_honour` stands for every reason that the bank does not give or that has no word of its own. Tell nobody who pays that a card was lost or stolen. `null` unless declined
             * @enum {string|null}
             */
            decline_code: "do_not_honour" | "insufficient_funds" | "expired_card" | "lost_card" | "stolen_card" | "incorrect_cvv" | "processing_error" | "not_received" | "not_permitted" | null;
            /**
             * @description Why the guard against card testing declined the charge before the processor heard of it. In reports alone: the answer to the charge is that of any decline
             * @enum {string|null}
             */
            guard_reason: "card_and_address" | "card" | "customer" | "address" | "card_details" | "number_range" | "challenge_address" | "challenge_cards" | "challenge_merchant" | null;
        };
        FailedPayment: components["schemas"]["TransactionRecord"] & {
            /** @enum {number} */
            status: 402;
            /** @enum {string} */
            code: "PAYMENT_FAILED";
            /** @description What happened and what to do next */
            message: string;
            request_id?: string;
        };
        ChargeRequest: {
            /**
             * @description Dollars with at most two decimals, as a number or as a decimal string
             * @example 31
             */
            amount: number | string;
            /**
             * @description ISO 4217; one that the merchant has enabled. CAD when it is left out
             * @example CAD
             */
            currency?: string;
            /**
             * @description An encrypted card token, made in the browser; instead of the four card fields
             * @example ct1AQHU9vts1Y5FTz85bm7rG8YAFBd60JUprX-NmJ09BgxOne55UjIX5…
             */
            token?: string;
            /**
             * @description Digits only
             * @example 4111111111111111
             */
            card_number?: string;
            /**
             * @description Two digits
             * @example 08
             */
            card_expiry_month?: string;
            /**
             * @description Two digits
             * @example 29
             */
            card_expiry_year?: string;
            /**
             * @description Three digits, four for Amex. Never stored
             * @example 123
             */
            cvv2?: string;
            /**
             * @description The payer's address, for the guard against card testing; not kept. Never your server's own
             * @example 203.0.113.9
             */
            ip_address?: string | null;
            /** @description Receives receipts */
            email?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            company?: string | null;
            /** @description Receive blind copies of receipts; at most 5, with commas between them */
            bcc_emails?: string | null;
            telephone?: string | null;
            address1?: string | null;
            address2?: string | null;
            city?: string | null;
            /** @description Province or state */
            province?: string | null;
            /** @description ISO 3166 alpha-2, such as CA */
            country?: string | null;
            /** @description Canada: A1A1A1; United States: 5 to 9 digits; elsewhere free */
            postal_code?: string | null;
            /** @description Your own identifying text */
            custom_id?: string | null;
            /**
             * @description Your own text to find the charge by
             * @example INV-1042
             */
            invoice_id?: string | null;
            /** @default true */
            sending_receipt?: boolean;
        };
        CustomerChargeRequest: {
            /**
             * @description Dollars with at most two decimals, as a number or as a decimal string
             * @example 31
             */
            amount: number | string;
            /**
             * @description ISO 4217; one that the merchant has enabled. CAD when it is left out
             * @example CAD
             */
            currency?: string;
            /**
             * @description An encrypted card token, made in the browser; instead of the four card fields
             * @example ct1AQHU9vts1Y5FTz85bm7rG8YAFBd60JUprX-NmJ09BgxOne55UjIX5…
             */
            token?: string;
            /**
             * @description Digits only
             * @example 4111111111111111
             */
            card_number?: string;
            /**
             * @description Two digits
             * @example 08
             */
            card_expiry_month?: string;
            /**
             * @description Two digits
             * @example 29
             */
            card_expiry_year?: string;
            /**
             * @description Three digits, four for Amex. Never stored
             * @example 123
             */
            cvv2?: string;
            /**
             * @description The payer's address, for the guard against card testing; not kept. Never your server's own
             * @example 203.0.113.9
             */
            ip_address?: string | null;
            /** @description Receives receipts */
            email?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            company?: string | null;
            /** @description Receive blind copies of receipts; at most 5, with commas between them */
            bcc_emails?: string | null;
            telephone?: string | null;
            address1?: string | null;
            address2?: string | null;
            city?: string | null;
            /** @description Province or state */
            province?: string | null;
            /** @description ISO 3166 alpha-2, such as CA */
            country?: string | null;
            /** @description Canada: A1A1A1; United States: 5 to 9 digits; elsewhere free */
            postal_code?: string | null;
            /** @description Your own identifying text */
            custom_id?: string | null;
            /**
             * @description Your own text to find the charge by
             * @example INV-1042
             */
            invoice_id?: string | null;
            /** @default true */
            sending_receipt?: boolean;
        };
        StoredCardChargeRequest: {
            /**
             * @description Dollars with at most two decimals, as a number or as a decimal string
             * @example 31
             */
            amount: number | string;
            /**
             * @description ISO 4217; one that the merchant has enabled. CAD when it is left out
             * @example CAD
             */
            currency?: string;
            /**
             * @description The payer's address, for the guard against card testing; not kept. Never your server's own
             * @example 203.0.113.9
             */
            ip_address?: string | null;
            /** @description Receives receipts */
            email?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            company?: string | null;
            /** @description Receive blind copies of receipts; at most 5, with commas between them */
            bcc_emails?: string | null;
            telephone?: string | null;
            address1?: string | null;
            address2?: string | null;
            city?: string | null;
            /** @description Province or state */
            province?: string | null;
            /** @description ISO 3166 alpha-2, such as CA */
            country?: string | null;
            /** @description Canada: A1A1A1; United States: 5 to 9 digits; elsewhere free */
            postal_code?: string | null;
            /** @description Your own identifying text */
            custom_id?: string | null;
            /**
             * @description Your own text to find the charge by
             * @example INV-1042
             */
            invoice_id?: string | null;
            /** @default true */
            sending_receipt?: boolean;
        } & {
            [key: string]: unknown;
        };
        AmountRequest: {
            /**
             * @description Dollars with at most two decimals, as a number or as a decimal string
             * @example 31
             */
            amount: number | string;
        };
        TransactionList: {
            entities: components["schemas"]["TransactionRecord"][];
            paging: components["schemas"]["Paging"];
        };
        WalletBalance: {
            /**
             * @description What may be sent and deposited
             * @example 850.5
             */
            available_balance: number;
            /**
             * @description Everything in the wallet, what is held and what is not cleared included
             * @example 1000
             */
            actual_balance: number;
            /**
             * @description On its way out
             * @example 149.5
             */
            held_balance: number;
            /**
             * @description Came in, and may still be returned
             * @example 0
             */
            uncleared_balance: number;
            /**
             * @description Returned by a bank when it had been spent: taken from what becomes available next
             * @example 0
             */
            owed_balance: number;
        };
        EftRecord: {
            /** @example 100001 */
            id: number;
            /** @example 9fK2mQ7xW1aZ3bC4dE5f */
            transaction_id: string;
            /** @example 25 */
            amount: number;
            /** @enum {string} */
            currency: "CAD";
            /** @enum {string} */
            card_type: "EFT";
            /**
             * @description request: asked of a customer; send: sent to one; deposit: to your own bank; payment: of a request
             * @enum {string}
             */
            transaction_kind: "request" | "send" | "deposit" | "payment";
            /**
             * @description EFT_CREDIT brings money into the wallet, EFT_DEBIT takes money out of it
             * @enum {string}
             */
            transaction_type: "EFT_CREDIT" | "EFT_DEBIT";
            transaction_success: boolean;
            /**
             * @description PENDING until the other party or the bank has acted; a bank may return what was APPROVED
             * @enum {string}
             */
            transaction_result: "PENDING" | "APPROVED" | "DECLINED";
            /** @example Returned by the bank: 901 Not sufficient funds. */
            transaction_message: string | null;
            /**
             * @description Why the bank returned it (Payments Canada, Standard 007)
             * @example 901
             */
            return_code: string | null;
            /** @description UNIX time in milliseconds */
            transaction_time: number;
            /** @description When the bank confirmed it; UNIX time in milliseconds */
            settled_time: number | null;
            /**
             * @description Of a send or deposit, with the masked account at its end
             * @example Rent ****6789
             */
            description: string | null;
            customer_lookup_id: string | null;
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            province: string | null;
            country: string | null;
        };
        SendRequest: {
            /**
             * @description Dollars with at most two decimals, as a number or as a decimal string
             * @example 31
             */
            amount: number | string;
            /**
             * @description What it is for
             * @example Rent
             */
            description?: string | null;
            /**
             * @description 5 digits: the branch
             * @example 10202
             */
            transit_number: string;
            /**
             * @description 3 digits: the bank
             * @example 004
             */
            institution_number: string;
            /**
             * @description 5 to 12 digits
             * @example 1234567
             */
            account_number: string;
        };
        BankDeposit: {
            /** @example The deposit to your bank account is on its way. */
            message: string;
            transaction: components["schemas"]["EftRecord"];
        };
        BankDepositRequest: {
            /**
             * @description Dollars with at most two decimals, as a number or as a decimal string
             * @example 31
             */
            amount: number | string;
        };
        EftTransactionList: {
            entities: components["schemas"]["EftRecord"][];
            paging: components["schemas"]["Paging"];
        };
        MoneyRequest: {
            /**
             * @description Dollars with at most two decimals, as a number or as a decimal string
             * @example 31
             */
            amount: number | string;
            /**
             * @description What it is for
             * @example Walnut boards
             */
            description?: string | null;
        };
        IncomingRequests: {
            incoming_requests: components["schemas"]["IncomingRequest"][];
            paging: components["schemas"]["Paging"];
        };
        IncomingRequest: {
            /**
             * @description Dollars (CAD)
             * @example 31
             */
            amount: number;
            /** @example PAY24204476 */
            processor_transaction_id: string;
            /** @description Of whoever asks */
            email: string;
            /** @enum {string} */
            status: "PENDING" | "APPROVED" | "DECLINED" | "EXPIRED";
            /** @description Where your staff answer it, signed in */
            redirect_url: string;
            /**
             * @description When it was asked (ISO 8601)
             * @example 2026-11-21T19:30:00.000Z
             */
            date: string;
            description: string;
        };
        PaymentLife: {
            /** @description Oldest first: the sale or authorization, then its captures, refunds and voids */
            transactions: components["schemas"]["TransactionRecord"][];
        };
        SentReceipt: {
            /**
             * @description Where it goes
             * @example name@example.com
             */
            email: string | null;
        };
        SubscriptionAttemptList: {
            entities: components["schemas"]["SubscriptionAttempt"][];
            paging: components["schemas"]["Paging"];
        };
        SubscriptionAttempt: {
            /** @description Counted from 0 */
            period: number;
            /** @description Counted from 1 within the period */
            attempt: number;
            /** @description UNIX time in milliseconds */
            attempted_at: number;
            transaction_id: string;
            /** @enum {string} */
            transaction_result: "PENDING" | "APPROVED" | "DECLINED";
            transaction_message: string | null;
            /** @enum {string|null} */
            decline_code: "do_not_honour" | "insufficient_funds" | "expired_card" | "lost_card" | "stolen_card" | "incorrect_cvv" | "processing_error" | "not_received" | "not_permitted" | null;
            amount: number;
            currency: string;
            card_type: string;
            card_suffix: string;
        };
        OriginList: {
            /**
             * @example [
             *       "https://shop.example"
             *     ]
             */
            origins: string[];
        };
        ConnectedPartnerList: {
            partners: components["schemas"]["ConnectedPartner"][];
        };
        ConnectedPartner: {
            client_id: string;
            business_name: string;
            /** @description Its square image */
            image_url: string | null;
            /** @description The services that it may use for you */
            scopes: ("customer" | "plan" | "transaction" | "eft")[];
            /** @description UNIX time in milliseconds */
            connected_at: number;
            connected_by: {
                user_id: number;
                name: string;
            };
        };
        AuditEventList: {
            entities: components["schemas"]["AuditEvent"][];
            paging: components["schemas"]["Paging"];
        };
        AuditEvent: {
            /** @description Its place in the log of all merchants: yours have gaps between them */
            sequence: number;
            /** @description UNIX time in milliseconds, by the real clock */
            occurred_at: number;
            /** @example credential.created */
            event: string;
            /** @enum {string} */
            outcome: "success" | "failure";
            /** @description How many alike it stands for */
            times: number;
            actor: {
                /** @enum {string} */
                kind: "client" | "staff" | "operator" | "system" | "nobody";
                id: string | null;
                /** @description Of a staff member, a credential or a partner */
                name: string | null;
            };
            /** @description What it happened to, by its id */
            object: string | null;
            /** @description Of a staff member, a credential, or the partner of a connection */
            object_name: string | null;
            details: {
                [key: string]: string | number | string[];
            };
            client_address: string | null;
            request_id: string | null;
        };
        PublicKeyList: {
            keys: components["schemas"]["PublicKey"][];
        };
        PublicKey: {
            key_id: string;
            /** @example pktest1… */
            public_key: string;
            /** @enum {string} */
            status: "current" | "retired";
            /** @description UNIX time in milliseconds */
            created_at: number;
            /** @description When it got a successor: UNIX time in milliseconds */
            retired_at: number | null;
            /** @description When it should get one: UNIX time in milliseconds */
            due_at: number | null;
            /** @description When no page can have it any more: UNIX time in milliseconds */
            destroyable_from: number | null;
        };
        KeyRetirement: {
            /**
             * @description Somebody else may have its secret: it goes at once, whatever pages have it
             * @default false
             */
            compromised?: boolean;
        };
        Overview: {
            time_zone: string;
            /**
             * @description A day in your time zone
             * @example 2026-11-21
             */
            today: string;
            /** @description Those with payments, in the order of your settings; the first of yours when there were none */
            currencies: components["schemas"]["CurrencyOverview"][];
        };
        CurrencyOverview: {
            /** @example CAD */
            currency: string;
            today: components["schemas"]["Figures"];
            last_30_days: components["schemas"]["Figures"];
            /** @description The 30 days, oldest first, today last */
            days: components["schemas"]["DayFigures"][];
        };
        Figures: {
            /** @description Sales and captures that were approved and not voided */
            approved_count: number;
            approved_amount: number;
            /** @description Sales and authorizations that were declined */
            declined_count: number;
            declined_amount: number;
            /** @description Refunds that were approved */
            refunded_count: number;
            refunded_amount: number;
        };
        DayFigures: {
            /**
             * @description A day in your time zone
             * @example 2026-11-21
             */
            date: string;
            /** @description Sales and captures that were approved and not voided */
            approved_count: number;
            approved_amount: number;
            /** @description Sales and authorizations that were declined */
            declined_count: number;
            declined_amount: number;
            /** @description Refunds that were approved */
            refunded_count: number;
            refunded_amount: number;
        };
        Settings: {
            /**
             * @description As receipts and notices have it
             * @example Maple & Main
             */
            name: string;
            /**
             * @description IANA name: where your days begin
             * @example America/Toronto
             */
            time_zone: string;
            /**
             * @description Those that you charge in
             * @example [
             *       "CAD",
             *       "USD"
             *     ]
             */
            currencies: string[];
            /** @description Whether payers get receipts by mail */
            sends_receipts: boolean;
            /** @description Where answers to receipts and notices go */
            reply_to: string | null;
            sends_payment_failed_notices: boolean;
            sends_suspended_notices: boolean;
            sends_card_expiring_notices: boolean;
            /** @description Whether card tokens are taken out of the hosted form alone */
            hosted_form_only: boolean;
            /** @enum {string} */
            mode: "demo" | "live";
            /**
             * @description What your pages encrypt cards to
             * @example pktest1…
             */
            public_key: string;
        };
        SettingsChange: {
            name?: string;
            time_zone?: string;
            currencies?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "MXN" | "SEK" | "NOK" | "DKK")[];
            sends_receipts?: boolean;
            reply_to?: string | null;
            sends_payment_failed_notices?: boolean;
            sends_suspended_notices?: boolean;
            sends_card_expiring_notices?: boolean;
            hosted_form_only?: boolean;
        };
        SettingsChoices: {
            time_zones: string[];
            currencies: string[];
        };
        LinkedBankAccount: {
            /** @description null when none is linked */
            bank_account: {
                /** @example ****4567 */
                masked_account: string;
                /**
                 * @description 3 digits: the bank
                 * @example 004
                 */
                institution_number: string;
                /** @example Maple & Main Inc. */
                holder_name: string;
                /** @description ms since 1970 */
                linked_at: number;
                /** @description What is unusual about it: check it before you deposit */
                validation_warnings: components["schemas"]["BankAccountWarning"][];
            } | null;
        };
        BankAccountWarning: {
            /**
             * @example institution_number
             * @enum {string}
             */
            field: "transit_number" | "institution_number" | "account_number";
            /** @enum {string} */
            code: "unknown_institution" | "closed_institution" | "unusual_length";
            /** @example institution_number is not among the institutions that are known here. */
            message: string;
        };
        BankAccountToLink: {
            /**
             * @description 5 digits: the branch
             * @example 10202
             */
            transit_number: string;
            /**
             * @description 3 digits: the bank
             * @example 004
             */
            institution_number: string;
            /**
             * @description 5 to 12 digits
             * @example 1234567
             */
            account_number: string;
            /**
             * @description As the bank has it
             * @example Maple & Main Inc.
             */
            holder_name: string;
            /** @description The user's own, once more */
            password: string;
        };
        CredentialList: {
            credentials: components["schemas"]["Credential"][];
        };
        Credential: {
            /** @example 9fK2mQ7xW1aZ3bC4dE5f */
            client_id: string;
            name: string;
            /** @enum {string} */
            channel: "VT" | "MOBILE" | "TABLET_POS" | "E_COMMERCE" | "RECURRING" | "INVOICE";
            scopes: ("customer" | "plan" | "transaction" | "eft")[];
            token_lifetime_seconds: number;
            /** @description UNIX time in milliseconds */
            created_at: number;
            created_by: {
                user_id: number;
                name: string;
            } | null;
            /** @description UNIX time in milliseconds, a minute behind at most */
            last_used_at: number | null;
        };
        CreatedCredential: components["schemas"]["Credential"] & {
            /** @description Shown this once */
            client_secret: string;
        };
        NewCredential: {
            name: string;
            /**
             * @default E_COMMERCE
             * @enum {string}
             */
            channel?: "VT" | "MOBILE" | "TABLET_POS" | "E_COMMERCE" | "RECURRING" | "INVOICE";
            /**
             * @default [
             *       "customer",
             *       "plan",
             *       "transaction",
             *       "eft"
             *     ]
             */
            scopes?: ("customer" | "plan" | "transaction" | "eft")[];
            /** @default 43200 */
            token_lifetime_seconds?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
