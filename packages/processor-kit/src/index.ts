export { describeProcessor, promises } from "./describe-processor.ts";
export { type ContentFault, type Fault, faultsFromSeed, type RequestKind, type TransportFault } from "./faults.ts";
export { createSkewedClock, startFaultyServer, startNetwork } from "./faulty-server.ts";
export {
	type Ability,
	type BookEntry,
	type Connection,
	type DisputeAnswer,
	inquiryAbout,
	type PayersEnd,
	type ProcessorFactory,
	type ReceivedRequest,
	type SimulatedEvents,
	type SimulatedNetwork,
	type SimulatedPayer,
	type Simulator,
	type SimulatorKind,
	type Subject,
} from "./simulator.ts";
