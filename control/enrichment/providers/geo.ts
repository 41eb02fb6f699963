/** Where an address is and whose network it is in, from files in MaxMind's format that the operator supplies. */
import fs from 'node:fs'
import { Reader } from 'mmdb-lib'
import { addressClass } from '../../../platform/egress/addresses.ts'
import { AppError } from '../../../platform/errors.ts'
import { isMembers } from '../../../platform/members.ts'
import type { Data, Provider } from '../provider.ts'

const FILE_BYTES_MAX = 512 << 20
/** A file that was replaced is read anew after so long at the latest. */
const LOOK_EVERY_MS = 60_000

type Loaded = { readonly reader: Reader<never>; readonly changedMs: number; lookedMs: number; readonly built: string }

export function geoProvider(files: readonly string[]): Provider {
  const loaded = new Map<string, Loaded>()
  return {
    ...{ name: 'geoip', kinds: new Set(['ip'] as const), keepMs: 0, timeoutMs: 2_000 },
    async ask({ nowMs }, { value }) {
      if (files.length === 0) throw new AppError('unavailable', 'SVC_GEOIP_FILES names no file')
      if (addressClass(value) !== 'public') return null
      const found = files.map((file) => {
        const { reader, built } = fileOf(loaded, file, nowMs)
        return { built, record: reader.get(value) as unknown }
      })
      const data = Object.assign({}, ...found.map(({ record }) => shown(record))) as Data
      return Object.keys(data).length === 0 ? null : { ...data, as_of: found.map(({ built }) => built) }
    },
  }
}

function fileOf(loaded: Map<string, Loaded>, file: string, nowMs: number): Loaded {
  const before = loaded.get(file)
  if (before !== undefined && nowMs - before.lookedMs < LOOK_EVERY_MS) return before
  try {
    const { mtimeMs, size } = fs.statSync(file)
    if (before?.changedMs === mtimeMs) {
      before.lookedMs = nowMs
      return before
    }
    if (size > FILE_BYTES_MAX) throw new AppError('too_large', `${file} has more than ${FILE_BYTES_MAX >> 20} MiB`)
    const reader = new Reader<never>(fs.readFileSync(file))
    const read = { reader, changedMs: mtimeMs, lookedMs: nowMs, built: reader.metadata.buildEpoch.toISOString() }
    loaded.set(file, read)
    return read
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('unavailable', `${file} cannot be read`, { cause })
  }
}

/** Members of the files of MaxMind, DB-IP and IPinfo, as far as they tell the same. */
function shown(record: unknown): Data {
  if (!isMembers(record)) return {}
  const { country, city, location } = record
  const place = isMembers(location) ? location : {}
  const number = record.autonomous_system_number ?? asNumber(record.asn)
  const organisation = record.autonomous_system_organization ?? record.as_name
  const members = {
    country: isMembers(country) ? country.iso_code : (record.country_code ?? country),
    city: nameOf(city),
    latitude: place.latitude,
    longitude: place.longitude,
    accuracy_km: place.accuracy_radius,
    asn: number,
    as_organisation: organisation,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null))
}

function nameOf(place: unknown): unknown {
  if (!isMembers(place)) return place
  return isMembers(place.names) ? place.names.en : undefined
}

function asNumber(text: unknown): number | undefined {
  const digits = typeof text === 'string' ? /^AS(\d+)$/.exec(text)?.[1] : undefined
  return digits === undefined ? undefined : Number(digits)
}
