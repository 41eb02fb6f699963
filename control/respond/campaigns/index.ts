/** Campaigns: one response action over several tenants that a provider looks after, decided once. */
export { campaignWorkers, carryCampaignsOn } from './campaign-workers.ts'
