/** Location and network of an address, from files in MaxMind's format that the operator supplies. */
import fs from 'node:fs/promises'
import { Reader } from 'mmdb-lib'
import { addressClass } from '../../../../platform/egress/addresses.ts'
import { AppError } from '../../../../platform/errors.ts'
import { isMembers } from '../../../../platform/members.ts'
import type { Data, Provider } from '../provider.ts'

const FILE_BYTES_MAX = 512 << 20
/** Interval at which the file is checked for a replacement. */
const LOOK_EVERY_MS = 60_000

type Loaded = { readonly reader: Reader<never>; readonly changedMs: number; readonly built: string }
/** `loaded` rejects where the file could not be read: that is remembered as well. */
type Look = { readonly atMs: number; readonly loaded: Promise<Loaded> }

export function geoProvider(files: readonly string[]): Provider {
  const looks = new Map<string, Look>()
  return {
    ...{ name: 'geoip', kinds: new Set(['ip'] as const), keepMs: 0, timeoutMs: 2_000 },
    async ask({ nowMs }, { value }) {
      if (files.length === 0) throw new AppError('unavailable', 'SVC_GEOIP_FILES names no file')
      if (addressClass(value) !== 'public') return null
      const loaded = await Promise.all(files.map((file) => fileOf(looks, file, nowMs)))
      const found = loaded.map(({ reader, built }) => ({ built, record: reader.get(value) as unknown }))
      const data = Object.assign({}, ...found.map(({ record }) => shown(record))) as Data
      return Object.keys(data).length === 0 ? null : { ...data, as_of: found.map(({ built }) => built) }
    },
  }
}

/** Loads a file once at a time: callers meanwhile wait for the same load. */
function fileOf(looks: Map<string, Look>, file: string, nowMs: number): Promise<Loaded> {
  const before = looks.get(file)
  if (before !== undefined && nowMs - before.atMs < LOOK_EVERY_MS) return before.loaded
  const loaded = (before?.loaded ?? Promise.reject()).catch(() => null).then((known) => load(file, known))
  loaded.catch(() => undefined) // each caller gets the error
  looks.set(file, { atMs: nowMs, loaded })
  return loaded
}

async function load(file: string, known: Loaded | null): Promise<Loaded> {
  try {
    const { mtimeMs, size } = await fs.stat(file)
    if (known?.changedMs === mtimeMs) return known
    if (size > FILE_BYTES_MAX) throw new AppError('too_large', `${file} has more than ${FILE_BYTES_MAX >> 20} MiB`)
    const reader = new Reader<never>(await fs.readFile(file))
    return { reader, changedMs: mtimeMs, built: reader.metadata.buildEpoch.toISOString() }
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('unavailable', `${file} cannot be read`, { cause })
  }
}

/** Common members of the files of MaxMind, DB-IP and IPinfo. */
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
