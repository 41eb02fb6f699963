/** The parts of baselines that other contexts, the API and the services may use. */
export { resetBaselines } from './resets.ts'
