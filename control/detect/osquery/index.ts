/** Hosts with osquery: their enrolment, their configuration, and questions that are put to them. */
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
