/**
 * The schema of a tenant's table as it is sent over the API. It is a file of its own, so that code that only uses
 * tables does not load the schema package.
 */
import { type TUnsafe, Type } from 'typebox'
import { closed, named, oneOf } from '../../schemas/wire.ts'
import { CLASS_NAMES, LEARNED_LIMITS, type LearnedTable, SLOTS, STATUSES } from './learned-table.ts'

const short = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) })

export const learnedTableSchema: TUnsafe<LearnedTable> = named(
  'SourceTable',
  Type.Object(
    {
      vendor: short(64),
      product: short(64),
      recognises: Type.Object(
        {
          program: Type.Optional(short(64, 'of syslog')),
          members: Type.Optional(
            Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Type.String({ maxLength: 200 }), {
              maxProperties: LEARNED_LIMITS.members,
              description: 'members that are there, with these values; an empty one is any',
            }),
          ),
        },
        closed,
      ),
      rows: Type.Partial(
        Type.Object(Object.fromEntries(SLOTS.map((slot) => [slot, short(200, 'path of the member')])), closed),
      ),
      kinds: Type.Array(
        Type.Object(
          {
            name: short(64),
            when: Type.Optional(
              Type.Object(
                {
                  member: short(200),
                  is: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: LEARNED_LIMITS.values }),
                },
                closed,
              ),
            ),
            sentences: Type.Optional(
              Type.Array(short(LEARNED_LIMITS.sentenceChars), { minItems: 1, maxItems: LEARNED_LIMITS.sentences }),
            ),
            class: oneOf(CLASS_NAMES),
            activity: short(32),
            status: Type.Optional(oneOf(STATUSES)),
          },
          closed,
        ),
        { maxItems: LEARNED_LIMITS.kinds },
      ),
    },
    closed,
  ),
) as never
