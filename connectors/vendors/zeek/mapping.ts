/** Zeek, all its standard logs. */
import { compileSource } from '../../mapping/source.ts'
import type { SourceTable } from '../../mapping/table.ts'
import { HEADER } from './common.ts'
import { FILES } from './files.ts'
import { IDENTITY } from './identity.ts'
import { NETWORK } from './network.ts'
import { OTHERS } from './others.ts'
import { isZeek, ZEEK_SHAPES } from './shapes.ts'

export const ZEEK: SourceTable = {
  id: 'zeek/1',
  shapes: ZEEK_SHAPES,
  select: ['zeek.kind'],
  rows: HEADER,
  logSource: { product: 'zeek' },
  chapters: [NETWORK, IDENTITY, FILES, OTHERS],
  recognises: isZeek,
}

export const zeek = compileSource(ZEEK)
