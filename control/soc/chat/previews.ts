/** Previews of links to the console in a chat: within the permission of the person who posted them, and as a channel may see them. */
import { isUuid } from '../../../platform/uuid-text.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type Actor, type Origin, perform } from '../../platform/acting/index.ts'
import { hiddenFromAll, shownText } from '../../platform/governance/index.ts'
import { getAlert } from '../alerts/index.ts'
import { caseNumber, getCase } from '../cases/index.ts'
import { actorInChat, type ChatUser, orRefused, tenantOfChat } from './accounts.ts'
import type { ChatDeps } from './chat-deps.ts'
import { requireChatRegion } from './chat-region.ts'

/** @bound previewed links in a chat message -> further ones have no preview */
const LINKS_MAX = 10

export type Preview = { readonly url: string; readonly title: string; readonly text: string }

/** No preview for a person who is not linked, for links to other hosts, and for records that the person may not see. */
export async function previews(
  deps: ChatDeps,
  from: ChatUser,
  urls: readonly string[],
  origin: Origin,
): Promise<readonly Preview[]> {
  const tenant = await tenantOfChat(deps, from)
  const known = urls.slice(0, LINKS_MAX).flatMap((url) => recordOf(url, deps.webUrl) ?? [])
  if (tenant === null || known.length === 0) return []
  const actor = await orNone(async () => {
    await requireChatRegion(deps, tenant, from)
    return withTenant(deps.pool, tenant, (tx) => actorInChat(tx, from, origin))
  })
  if (actor === null) return []
  const found: Preview[] = []
  for (const one of known) {
    const preview = await orNone(() => previewOf(deps, actor, one))
    if (preview !== null) found.push(preview)
  }
  return found
}

type Linked = { readonly url: string; readonly kind: 'cases' | 'alerts'; readonly id: string }

/** Null for another origin and for pages that show no record. */
function recordOf(url: string, webUrl: string): Linked | null {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.origin !== URL.parse(webUrl)?.origin) return null
  const [, kind, id = ''] = /^\/(cases|alerts)\/([^/]+)$/.exec(parsed.pathname) ?? []
  if ((kind !== 'cases' && kind !== 'alerts') || !isUuid(id)) return null
  return { url, kind, id }
}

function previewOf(deps: ChatDeps, actor: Actor, { url, kind, id }: Linked): Promise<Preview> {
  const { [kind === 'cases' ? 'cases.get' : 'alerts.get']: action } = deps.operations
  return perform(deps, actor, action, async (tx) => {
    const copies = await hiddenFromAll(tx, [id])
    const shown = (text: string) => shownText(text, copies)
    if (kind === 'cases') {
      const { number, title, severity, status } = await getCase(tx, id)
      return { url, title: shown(`${caseNumber(number)}: ${title}`), text: `Case, ${severity}, ${status}` }
    }
    const { title, severity, status, disposition } = await getAlert(tx, id)
    const verdict = disposition === null ? 'not judged yet' : disposition.replaceAll('_', ' ')
    return { url, title: shown(title), text: `Alert, ${severity}, ${status}, ${verdict}` }
  })
}

/** A refusal shows nothing, and does not say why. */
const orNone = <T>(work: () => Promise<T>) => orRefused<T | null>(work, () => null)
