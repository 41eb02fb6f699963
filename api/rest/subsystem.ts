import type { Subsystem } from '../route-config.ts'
import type { Routes } from './api-app.ts'

/** All routes of a resource as parts of one subsystem, which SVC_DISABLE_<NAME> switches off. */
export function ofSubsystem(subsystem: Subsystem, routes: Routes): Routes {
  return (app, deps) =>
    void app.register(async (scope) => {
      // This changes the object that the route declared: code that read the object before sees the change too.
      scope.addHook('onRoute', ({ config }) => void Object.assign(config ?? {}, { subsystem }))
      routes(scope, deps)
    })
}
