/** Operations of sightings. */
import { Type } from 'typebox'
import { AppError } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import { pageOfPlaced, positionOf } from '../../../../platform/paging.ts'
import { closed, named, oneOf, pageOf, pageQuery, plainText, time, uuid } from '../../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../../platform/acting/index.ts'
import { getIndicator } from '../manage-indicators.ts'
import { SIGHTING_TYPES, SIGHTINGS } from './sighting.ts'
import { addSighting, sightingsPage } from './sighting-store.ts'

export type SightingDeps = { readonly misp?: { readonly pushAuto: boolean } | null | undefined }
const operation = operationsOf<SightingDeps>()

const list = operation({
  name: 'intel.sightings',
  summary: 'Sightings of indicators, newest first: alerts with a match as evidence, and reports of people',
  permission: 'threat_intel:read',
  path: 'GET /intel/sightings',
  query: Type.Object({ ...pageQuery, indicator_id: Type.Optional(uuid) }, closed),
  output: pageOf(SIGHTINGS.schema),
  async run({ tx }, { indicator_id: id = null, limit, cursor }) {
    return pageOfPlaced(await sightingsPage(tx, limit + 1, id, positionOf(cursor)), limit)
  },
})

const add = operation({
  name: 'intel.add_sighting',
  summary: 'Report that an indicator was seen, is a false positive or has expired, with an optional push to MISP',
  description:
    'For an indicator of this tenant or a shared one. The indicator itself does not change: PATCH /intel/iocs/{id} keeps it from matching.',
  permission: 'threat_intel:write',
  audit: 'ioc:sighted',
  path: 'POST /intel/iocs/:ioc_id/sightings',
  status: 201,
  query: Type.Object(
    {
      push_to_misp: Type.Optional(
        Type.Boolean({ description: 'whether to push it to the operator’s MISP; the default is a setting there' }),
      ),
    },
    closed,
  ),
  body: named(
    'SightingCreate',
    Type.Object(
      {
        sighting_type: Type.Optional(oneOf(SIGHTING_TYPES, { description: 'default: `sighting`' })),
        count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
        seen_at: Type.Optional(time),
        note: Type.Optional(plainText(2000)),
      },
      closed,
    ),
  ),
  output: SIGHTINGS.schema,
  async run({ tx, actor, note, deps, nowMs }, { ioc_id: id, push_to_misp: isWanted, ...sent }) {
    const { misp } = deps
    if (isWanted === true && !misp)
      throw new AppError('unavailable', 'MISP_URL is not set: there is no MISP to push to')
    const { tlp, value } = await getIndicator(tx, id)
    if (isWanted === true && tlp === 'red') throw invalid('push_to_misp', 'an indicator of TLP:RED is not pushed')
    const seenAt = sent.seen_at === undefined ? new Date(nowMs) : new Date(sent.seen_at)
    if (seenAt.getTime() > nowMs + CLOCK_SKEW_MS) throw invalid('seen_at', 'is in the future')
    const made = await addSighting(tx, {
      ...{ indicator_id: id, sighting_type: sent.sighting_type ?? 'sighting', count: sent.count ?? 1, seenAt },
      ...{ note: sent.note ?? null, notedBy: idOf(actor) },
      isPushed: isWanted ?? (misp?.pushAuto === true && tlp !== 'red'),
    })
    note({ resource: 'ioc', resourceId: id, changes: { value, sighting_type: made.sighting_type, count: made.count } })
    return made
  },
})

const CLOCK_SKEW_MS = 300_000

export const SIGHTING_OPERATIONS = [list, add]
