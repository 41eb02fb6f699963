/** What the API may use of the risk of entities. */
export {
  type EntityRisk,
  type EntityRiskDetail,
  entityRisk,
  entityRisks,
  RISK_BANDS,
  RISK_ENTITY_TYPES,
  type RiskPosition,
} from './entity-risk.ts'
export { type ToldAnomaly, tellAnomalies } from './tell-anomalies.ts'
