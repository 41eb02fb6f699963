/** The REST catalogue of Iceberg and the files of the archive, for other programs that read them. */
import { AppError } from '../../platform/errors.ts'
import type { ApiDeps } from '../deps.ts'
import type { ApiApp } from '../rest/api-app.ts'
import { catalogueRoutes } from './catalogue.ts'
import { fileRoutes } from './files.ts'
import { answerIcebergError } from './iceberg-error.ts'

/** The archive for other programs: a catalogue and the files of its tables. To be registered under `ICEBERG_PREFIX`. */
export function icebergRoutes(app: ApiApp, deps: ApiDeps): void {
  app.setErrorHandler(answerIcebergError(deps.log))
  app.setNotFoundHandler(() => {
    throw new AppError('not_found', 'the archive is read only, and has no such resource')
  })
  catalogueRoutes(app, deps)
  app.register(async (scope) => fileRoutes(scope as unknown as ApiApp, deps))
}
