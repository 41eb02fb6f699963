/** The parts of campaigns that the services may use. */
export { type CarryOnDeps, campaignWorkers, carryCampaignsOn } from './carry-on.ts'
