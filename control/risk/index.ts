/** Exports of entity risk for the API and the services. */
export {
  type EntityRisk,
  type EntityRiskDetail,
  entityRisk,
  entityRisks,
  RISK_BANDS,
  RISK_ENTITY_TYPES,
  type RiskPosition,
} from './entity-risk.ts'
export { putRiskSettings, RISK_DEFAULTS, type RiskSettings, riskSettings, THRESHOLD, WINDOW_HOURS } from './settings.ts'
export { type ToldAnomaly, tellAnomalies } from './tell-anomalies.ts'
export { riskWorkers, watchRiskOnce } from './watch-risk.ts'
