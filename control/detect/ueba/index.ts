/** Baselines of entities: what is usual for a user or a host, and the anomalies that differ from it. */
export { resetBaselines } from './resets.ts'
