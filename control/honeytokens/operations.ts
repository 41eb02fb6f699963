/** One decoy for each asset: a touch says from which asset it was taken. */
import { Type } from 'typebox'
import { closed, named, oneOf, plainText, uuid } from '../../schemas/wire.ts'
import { idOf, operationsOf } from '../acting/index.ts'
import { TRACK_PATH } from './decoy-values.ts'
import { TOKEN_TYPES } from './honeytoken.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'
import { createHoneytoken } from './manage-honeytokens.ts'

const operation = operationsOf<unknown>()

const plant = operation({
  name: 'honeytokens.plant',
  summary: 'Make a decoy for each of several assets, each with a token of its own',
  description: 'All of them or none. A touch names the asset and the place, and the alert has the asset as its host.',
  permission: 'settings:write',
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

export const HONEYTOKEN_OPERATIONS = [plant]
