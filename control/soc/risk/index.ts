/** Exports of entity risk for the API and the services. */
export { type EntityRisk, type EntityRiskDetail, entityRisk } from './entity-risk.ts'
export { type RiskSettings, riskSettings } from './settings.ts'
export { tellAnomalies } from './tell-anomalies.ts'
export { riskWorkers, watchRiskOnce } from './watch-risk.ts'
