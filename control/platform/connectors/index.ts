/** Connectors: sources whose APIs are polled for events and searched, and their credentials. */
export { askOver } from './ask.ts'
export type { Connector } from './connector.ts'
export { connectorsOf, type Poll, pollsOf } from './connector-store.ts'
export { remoteTargets } from './federated-targets.ts'
export { CONNECTOR_LIMITS } from './limits.ts'
export {
  changeConnector,
  createConnector,
  deleteConnector,
  openedAuth,
  type Tried,
  withoutSecrets,
} from './manage-connectors.ts'
export { type ConnectorsDeps, connectorWorkers, pollNext, type TakeEvents } from './run-connectors.ts'
export { searchableConnectors } from './search-sources.ts'
export {
  type IngestClient,
  IngestRefused,
  type IngestSource,
  ingestClient,
  type PushBody,
  takeOverIngest,
} from './take-over-ingest.ts'
