import { type TSchema, Type } from 'typebox'
import type { Placed, Position } from '../../../control/identity/accounts/index.ts'
import { familyOf, getCase, type Names, namesOf } from '../../../control/soc/cases/index.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { pageQuery } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { closed } from '../alerts/inputs.ts'
import type { ApiApp } from '../api-app.ts'
import { caseParams, caseTags as tags } from './inputs.ts'

type ChildList<T, V> = {
  readonly path: string
  readonly summary: string
  readonly answer: TSchema
  readonly load: (
    tx: TenantTx,
    caseIds: readonly string[],
    limit: number,
    after: Position | null,
  ) => Promise<Placed<T>[]>
  /** The actor whose name the view shows. */
  readonly actorOf: (item: T) => string | null
  readonly view: (item: T, names: Names) => V
}

/** Lists the children of a case, with those of the cases that were merged into it. */
export function childList<T, V>(
  app: ApiApp,
  deps: ApiDeps,
  { path, summary, answer, load, actorOf, view }: ChildList<T, V>,
) {
  app.get(
    `/cases/:id/${path}`,
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary,
        params: caseParams,
        querystring: Type.Object(pageQuery, closed),
        response: { 200: answer },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) => {
        const { id } = await getCase(tx, request.params.id)
        const rows = await load(tx, await familyOf(tx, id), limit + 1, after)
        const names = await namesOf(
          tx,
          rows.map(({ item }) => actorOf(item)),
        )
        return pageOfPlaced(rows, limit, (item) => view(item, names))
      })
    },
  )
}
