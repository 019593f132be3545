export { createMetadataIndex } from "./create-tables.store.ts";
export {
	type GivenMetadata,
	type Metadata,
	mergeMetadata,
	metadataField,
	metadataInRecord,
	metadataOf,
	textOfMetadata,
} from "./metadata.ts";
export { hasMetadata, metadataFilters } from "./metadata-filter.store.ts";

import "./tables.ts";
