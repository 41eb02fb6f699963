/** Feeds that the operator sets: registered when the service starts, read for all tenants. */
import type { Reach } from '../../../../platform/egress/reach.ts'
import type { Log } from '../../../../platform/log.ts'
import { type Postgres, withOperator } from '../../../../stores/postgres/pool.ts'
import type { FeedType } from './feed.ts'
import { setSharedFeeds } from './feed-store.ts'
import { logWhenBlocked } from './sync-feed.ts'

export type InstallationFeeds = {
  readonly taxii: { readonly url: string; readonly root: string | null; readonly collections: readonly string[] } | null
  readonly misp: { readonly url: string; readonly apiKey: string } | null
  readonly otxKey: string | null
}

const OTX_URL = 'https://otx.alienvault.com'
const POLL_SECONDS = 3600

export function sharedKeysOf({ misp, otxKey }: InstallationFeeds): Readonly<Partial<Record<FeedType, string>>> {
  return { ...(misp === null ? {} : { misp: misp.apiKey }), ...(otxKey === null ? {} : { otx: otxKey }) }
}

/** A feed that the air gap blocks is not registered, and a log line says so. `pool` signs in as the owner. */
export async function registerInstallationFeeds(
  pool: Postgres,
  feeds: InstallationFeeds,
  deps: { readonly reach: Reach; readonly log: Log },
): Promise<void> {
  const wanted = wantedFeeds(feeds).filter(({ url }) => !logWhenBlocked(new URL(url), null, deps))
  await withOperator(pool, 'feeds of the installation', (tx) => setSharedFeeds(tx, wanted))
}

function wantedFeeds({ taxii, misp, otxKey }: InstallationFeeds) {
  const common = { pollIntervalSeconds: POLL_SECONDS, config: {} }
  return [
    ...(taxii === null ? [] : taxiiFeeds(taxii)),
    ...(misp === null ? [] : [{ ...common, name: 'MISP', type: 'misp' as const, url: misp.url }]),
    ...(otxKey === null ? [] : [{ ...common, name: 'OTX', type: 'otx' as const, url: OTX_URL }]),
  ]
}

function taxiiFeeds({ url, root, collections }: NonNullable<InstallationFeeds['taxii']>) {
  return collections.map((collection) => ({
    ...{ pollIntervalSeconds: POLL_SECONDS, name: `TAXII ${collection}`.slice(0, 100), type: 'taxii' as const },
    ...{ url: rootOf(url, root), config: { collection } },
  }))
}

/** An API root is a path below the server, or an address of its own. */
function rootOf(url: string, root: string | null): string {
  if (root === null) return url
  return new URL(root, url.endsWith('/') ? url : `${url}/`).href
}
