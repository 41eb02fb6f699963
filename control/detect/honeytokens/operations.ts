/** Operations of honeytokens: a decoy for each asset, tests of a decoy, and the ignore list. */
import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, oneOf, pageOf, pageQuery, plainText, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { TRACK_PATH } from './decoy-values.ts'
import { TOKEN_TYPES } from './honeytoken.ts'
import { awaitSelfTest } from './honeytoken-store.ts'
import { addIgnore, IGNORES, ignores, removeIgnore } from './ignores.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'
import { createHoneytoken, requireHoneytoken } from './manage-honeytokens.ts'
import { digestOf } from './touch.ts'

export { DECOY_OPERATIONS, DECOY_TOUCH_OPERATIONS } from './token-operations.ts'

const operation = operationsOf<unknown>()

const plant = operation({
  name: 'honeytokens.plant',
  summary: 'Create a decoy for each of several assets, each with a token of its own',
  description:
    'Deploys all of them or none. A touch names the asset and the place, and the alert has the asset as its host.',
  permission: 'soc:write',
  audit: 'honeytoken:planted',
  path: 'POST /honeytokens/plantings',
  status: 201,
  body: named(
    'HoneytokenPlanting',
    Type.Object(
      {
        name: plainText(200),
        token_type: oneOf(TOKEN_TYPES),
        ttl_days: Type.Optional(Type.Integer({ minimum: 1, maximum: HONEYTOKEN_LIMITS.ttlDaysMax })),
        metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        assets: Type.Array(Type.Object({ asset: plainText(200), place: Type.Optional(plainText(500)) }, closed), {
          minItems: 1,
          maxItems: HONEYTOKEN_LIMITS.planted,
          uniqueItems: true,
        }),
      },
      closed,
    ),
  ),
  output: named(
    'HoneytokensPlanted',
    Type.Object({
      items: Type.Array(
        Type.Object({ id: uuid, name: Type.String(), asset: Type.String(), track_path: Type.String() }),
      ),
    }),
  ),
  async run({ tx, actor, note, nowMs }, { name, token_type: type, ttl_days: ttlDays = null, metadata = {}, assets }) {
    const items: { id: string; name: string; asset: string; track_path: string }[] = []
    for (const { asset, place } of assets) {
      const planted = { ...metadata, asset, ...(place === undefined ? {} : { place }) }
      const token = { name: `${name} on ${asset}`.slice(0, 256), type, ttlDays, metadata: planted }
      const made = await createHoneytoken(tx, { ...token, description: null, createdBy: idOf(actor) }, nowMs)
      items.push({ id: made.id, name: made.name, asset, track_path: `${TRACK_PATH}/${made.id}` })
    }
    note({ resource: 'honeytoken', changes: { name, token_type: type, assets: assets.map(({ asset }) => asset) } })
    return { items }
  },
})

const selfTest = operation({
  name: 'honeytokens.self_test',
  summary: 'Get an address whose next request proves that touches of the decoy arrive, without an alert',
  description: `It works once, within ${HONEYTOKEN_LIMITS.selfTestSeconds / 60} minutes. Request it from the place of the decoy; \`self_tested_at\` of the decoy then holds the time. A second request is an ordinary touch. A self-test counts no touch and calls no webhook.`,
  permission: 'soc:write',
  audit: 'honeytoken:self_test',
  path: 'POST /honeytokens/:id/self-test',
  output: named(
    'HoneytokenSelfTest',
    Type.Object({ track_path: Type.String(), expires_at: Type.String({ format: 'date-time' }) }),
  ),
  async run({ tx, note, nowMs }, { id }) {
    const token = await requireHoneytoken(tx, id)
    if (token.status === 'revoked') throw new AppError('conflict', 'this decoy is revoked')
    const word = randomBytes(18).toString('base64url')
    const until = new Date(nowMs + HONEYTOKEN_LIMITS.selfTestSeconds * 1000)
    await awaitSelfTest(tx, token.id, digestOf(word), until)
    note({ resource: 'honeytoken', resourceId: token.id, changes: { name: token.name } })
    return { track_path: `${TRACK_PATH}/${token.id}?self_test=${word}`, expires_at: until }
  },
})

const listIgnores = operation({
  name: 'honeytokens.ignores',
  summary: 'Sources whose touches raise no alert, active ones first',
  permission: 'alerts:read',
  path: 'GET /honeytoken-ignores',
  query: Type.Object(pageQuery, closed),
  output: pageOf(IGNORES.schema),
  run: async ({ tx }, page) => pageOfList(await ignores(tx), page, ({ id }) => id),
})

const ignore = operation({
  name: 'honeytokens.ignore',
  summary: 'Ignore touches of a source for a time: record them without an alert',
  description:
    'For one’s own scanners and backups. An attacker on such a machine goes unnoticed too, and a user agent can be copied: name the address if it is known. Its touches are recorded and marked.',
  permission: 'soc:write',
  audit: 'honeytoken:source_ignored',
  path: 'POST /honeytoken-ignores',
  status: 201,
  body: named(
    'HoneytokenIgnoreCreate',
    Type.Object(
      {
        addresses: Type.Optional(plainText(60)),
        user_agent: Type.Optional(plainText(200, 4)),
        reason: plainText(500),
        days: Type.Integer({ minimum: 1, maximum: HONEYTOKEN_LIMITS.ignoredDaysMax }),
      },
      closed,
    ),
  ),
  output: IGNORES.schema,
  async run({ tx, actor, note, nowMs }, { addresses = null, user_agent: userAgent = null, reason, days }) {
    const expiresAt = new Date(nowMs + days * 86_400_000)
    const made = await addIgnore(tx, { addresses, userAgent, reason, expiresAt, by: idOf(actor) })
    note({
      resource: 'honeytoken_ignore',
      resourceId: made.id,
      changes: { addresses, user_agent: userAgent, reason, days },
    })
    return made
  },
})

const endIgnore = operation({
  name: 'honeytokens.end_ignore',
  summary: 'Stop ignoring a source; its touches raise alerts again',
  permission: 'soc:write',
  audit: 'honeytoken:source_watched',
  removes: 'access',
  path: 'DELETE /honeytoken-ignores/:ignore_id',
  status: 204,
  output: Type.Null(),
  async run({ tx, note }, { ignore_id: id }) {
    await removeIgnore(tx, id)
    note({ resource: 'honeytoken_ignore', resourceId: id })
    return null
  },
})

export const HONEYTOKEN_OPERATIONS = [plant, selfTest, listIgnores, ignore, endIgnore]
