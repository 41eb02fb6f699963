/** Exports of hosts with osquery for the API and the services. */
export { hostConfigOf } from './host-config.ts'
export {
  enrolNode,
  type KnownNode,
  nodeByKey,
  noteSeen,
  OSQUERY_LIMITS,
  secretBySecret,
} from './node-store.ts'
export { countOpen, fetchQuestions, type HostAnswer, takeAnswer } from './query-store.ts'
export { osqueryWorkers, upkeepOnce } from './upkeep.ts'
