/**
 * Distances and geohashes (Kusto documentation, Geospatial functions). Degrees; coordinates off the globe give null.
 */
import { type FunctionSpec, fn } from '../function-spec.ts'
import type { Json } from '../value.ts'

/** The radius of the sphere that the service measures on. */
const EARTH_METERS = 6_371_010

const isOn = (longitude: number, latitude: number): boolean => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The haversine formula. */
function distance(lon1: number, lat1: number, lon2: number, lat2: number): number | null {
  if (!isOn(lon1, lat1) || !isOn(lon2, lat2)) return null
  const [a, b] = [radians(lat1), radians(lat2)]
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(lon2 - lon1) / 2) ** 2
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(half)))
}

const LETTERS = '0123456789bcdefghjkmnpqrstuvwxyz'

function geohash(longitude: number, latitude: number, accuracy = 5n): string | null {
  if (!isOn(longitude, latitude) || accuracy < 1n || accuracy > 18n) return null
  const [lon, lat] = [
    { low: -180, high: 180, value: longitude },
    { low: -90, high: 90, value: latitude },
  ]
  let text = ''
  let [bits, count] = [0, 0]
  while (text.length < Number(accuracy)) {
    const axis = (text.length * 5 + count) % 2 === 0 ? lon : lat
    const middle = (axis.low + axis.high) / 2
    const isAbove = axis.value >= middle
    if (isAbove) axis.low = middle
    else axis.high = middle
    bits = bits * 2 + Number(isAbove)
    if (++count < 5) continue
    text += LETTERS.charAt(bits)
    bits = 0
    count = 0
  }
  return text
}

/** GeoJSON of the middle of a cell. */
function centre(hash: string): Json {
  const lon = { low: -180, high: 180 }
  const lat = { low: -90, high: 90 }
  if (hash.length === 0 || hash.length > 18) return null
  for (const [i, letter] of [...hash.toLowerCase()].entries()) {
    const bits = LETTERS.indexOf(letter)
    if (bits < 0) return null
    for (let bit = 0; bit < 5; bit++) {
      const axis = (i * 5 + bit) % 2 === 0 ? lon : lat
      const middle = (axis.low + axis.high) / 2
      if ((bits >> (4 - bit)) & 1) axis.low = middle
      else axis.high = middle
    }
  }
  return { type: 'Point', coordinates: [(lon.low + lon.high) / 2, (lat.low + lat.high) / 2] }
}

export const geoFunctions: Readonly<Record<string, FunctionSpec>> = {
  geo_distance_2points: fn(['real', 'real', 'real', 'real'], 'real', distance),
  geo_point_to_geohash: fn(['real', 'real', 'long'], 'string', geohash, 2),
  geo_geohash_to_central_point: fn(['string'], 'dynamic', centre),
}
