/** Hunts as documents. */
import { Type } from 'typebox'
import { closed, nullable, oneOf, plainText } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import {
  changeHunt,
  createHunt,
  deleteHunt,
  HUNT_LANGUAGES,
  HUNT_LIMITS,
  type Hunt,
  huntsOf,
} from '../../detect/hunts/index.ts'
import { idOf } from '../acting/index.ts'
import type { Kind, Sent } from './kind.ts'
import { byName, placed } from './placed.ts'
import { specOf } from './spec.ts'

const huntSpec = Type.Object(
  {
    hypothesis: plainText(2000),
    query: Type.String({ minLength: 1, maxLength: HUNT_LIMITS.queryChars }),
    language: Type.Optional(oneOf(HUNT_LANGUAGES)),
    techniques: Type.Optional(Type.Array(plainText(20, 1), { maxItems: HUNT_LIMITS.techniques, uniqueItems: true })),
    window_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: HUNT_LIMITS.windowHours })),
    every_minutes: Type.Optional(
      nullable(Type.Integer({ minimum: HUNT_LIMITS.everyMinutesMin, maximum: HUNT_LIMITS.everyMinutesMax })),
    ),
    enabled: Type.Optional(Type.Boolean()),
  },
  closed,
)
/** `name` is the hunt's title. */
export const hunt: Kind = {
  reads: 'hunts:read',
  writes: 'rules:write',
  async present(tx) {
    return (await ownHunts(tx)).map((one) => {
      const { title, hypothesis, query, language, techniques, windowHours, everyMinutes, enabled } = one
      const schedule = { window_hours: windowHours, every_minutes: everyMinutes, enabled }
      return { name: title, spec: { hypothesis, query, language, techniques, ...schedule } }
    })
  },
  whole: huntIn,
  async put(call, sent) {
    const known = byName(await ownHunts(call.tx), ({ title }) => title, 'hunt')
    for (const one of sent) {
      const { window_hours: windowHours, every_minutes: everyMinutes, ...rest } = huntIn(one)
      const hunt = { ...rest, title: one.name, windowHours, everyMinutes }
      const before = known(one.name)
      await placed(one.at, () =>
        before
          ? changeHunt(call.tx, before.id, hunt, call.nowMs)
          : createHunt(call.tx, hunt, idOf(call.actor), call.nowMs),
      )
    }
  },
  async remove({ tx }, names) {
    const known = byName(await ownHunts(tx), ({ title }) => title, 'hunt')
    for (const name of names) await deleteHunt(tx, (known(name) as Hunt).id)
  },
}

const ownHunts = async (tx: TenantTx) => (await huntsOf(tx)).filter(({ isBuiltin }) => !isBuiltin)

function huntIn(sent: Sent) {
  const { every_minutes = null, ...rest } = specOf(huntSpec, sent)
  return {
    language: 'lucene' as const,
    techniques: [],
    window_hours: 24,
    enabled: every_minutes !== null,
    every_minutes,
    ...rest,
  }
}
