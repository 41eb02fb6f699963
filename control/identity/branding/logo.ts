import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { type RewrittenSvg, rewriteSvg } from './rewrite-svg.ts'
import { refused } from './svg-tree.ts'

export const LOGO_TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp'] as const
export type LogoType = (typeof LOGO_TYPES)[number]

export type Logo = {
  readonly type: LogoType
  readonly bytes: Buffer
  /** SHA-256 of `bytes`, in hex. */
  readonly digest: string
}

export type PreparedLogo = { readonly logo: Logo; readonly removed: RewrittenSvg['removed'] }

/** @bound a logo -> 413 */
export const LOGO_BYTES_MAX = 256 * 1024
const UNTOUCHED = { elements: [], attributes: [] }

/**
 * The logo as it is stored. Its type is read from its bytes; the type that the sender names is ignored. An SVG is
 * rewritten. Throws `too_large` over 256 KiB before or after that, `unsupported_media` for any other type, 422 for a
 * bad SVG.
 */
export function prepareLogo(sent: Buffer): PreparedLogo {
  if (sent.length > LOGO_BYTES_MAX) throw tooLarge()
  const raster = rasterType(sent)
  if (raster !== null) return { logo: logoOf(raster, sent), removed: UNTOUCHED }
  const { svg, removed } = rewriteSvg(textOf(sent))
  const bytes = Buffer.from(svg)
  if (bytes.length > LOGO_BYTES_MAX) throw tooLarge()
  return { logo: logoOf('image/svg+xml', bytes), removed }
}

/** Magic bytes of the formats: PNG (ISO 15948, 5.2), JPEG (T.81, B.1.1.3), WebP (RFC 9649, 2.4). */
function rasterType(bytes: Buffer): LogoType | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (at(0, 8) === '\x89PNG\r\n\x1a\n' && at(12, 16) === 'IHDR') return 'image/png'
  if (at(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'image/webp'
  return null
}

/**
 * Only bytes that begin as markup are parsed as SVG. UTF-8 is required, because other programs may decode another
 * encoding differently.
 */
function textOf(bytes: Buffer): string {
  const other = new AppError('unsupported_media', 'a logo is an SVG, a PNG, a JPEG or a WebP image')
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString('latin1', 0, 1024))) throw other
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('is not UTF-8')
  }
}

function logoOf(type: LogoType, bytes: Buffer): Logo {
  return { type, bytes, digest: createHash('sha256').update(bytes).digest('hex') }
}

function tooLarge(): AppError {
  return new AppError('too_large', `a logo has at most ${LOGO_BYTES_MAX} bytes`)
}
