/** The rotation of the credential key: seals stored secrets again under the new one. */
export { resealAll } from './reseal.ts'
export { runRequestedReseal } from './reseal-request.ts'
export { resealWorkers } from './reseal-worker.ts'
