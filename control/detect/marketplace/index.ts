/** The interface of the marketplace to the API and the services. */
export { MARKETPLACE_DIR, readItems } from './catalogue.ts'
export { contentsOf } from './contents.ts'
export { packCatalogue } from './pack.ts'
export { type MarketplaceSettings, openRemote, type RemoteCatalogue } from './remote.ts'
export { serialsIn } from './serials.ts'
