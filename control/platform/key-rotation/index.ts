/** The parts of the rotation of credential keys that the services may use. */
export { resealAll } from './reseal.ts'
export { resealAsked } from './reseal-request.ts'
export { resealWorkers } from './reseal-worker.ts'
