/** The marketplace: rules, hunts, playbooks, connectors and packs that a tenant installs, updates and removes. */
export { MARKETPLACE_DIR, readItems } from './catalogue.ts'
export { contentsOf } from './contents.ts'
export { packCatalogue } from './pack.ts'
export { type MarketplaceSettings, openRemote, type RemoteCatalogue } from './remote.ts'
export { serialsIn } from './serials.ts'
