/** The risk of entities: a score that alerts raise, which becomes an alert past a threshold. */
export { type EntityRisk, type EntityRiskDetail, entityRisk } from './entity-risk.ts'
export { notifyAnomalies } from './notify-anomalies.ts'
export { type RiskSettings, riskSettings } from './settings.ts'
export { riskWorkers, watchRiskOnce } from './watch-risk.ts'
