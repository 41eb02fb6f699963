/** The query interface over a real API, and an app of its own where a test needs other answers or smaller bounds. */
import fastify from 'fastify'
import { keepRoom } from '../../platform/http/connection-room.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { gatePlugin } from '../plugins/gate.ts'
import { problemPlugin } from '../plugins/problem.ts'
import { validatorCompiler } from '../plugins/validation.ts'
import type { ApiApp } from '../rest/api-app.ts'
import type { Answer, TestApi } from '../test-api.ts'
import { type GraphqlOptions, graphqlRoutes } from './index.ts'

export type Ask = (token: string | undefined, query: string, variables?: object, more?: object) => Promise<Answer>

export function asker({ ask }: TestApi): Ask {
  return (token, query, variables, more) => {
    const body = { query, ...(variables ? { variables } : {}), ...more }
    return ask('POST', '/graphql', { ...(token === undefined ? {} : { token }), body })
  }
}

/** Codes of the errors of an answer, in their order. */
export function codes({ body }: Answer): string[] {
  return (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code)
}

export async function openTestApp({ deps }: TestApi, options: GraphqlOptions): Promise<ApiApp> {
  const app = fastify() as unknown as ApiApp
  app.setValidatorCompiler(validatorCompiler as never)
  const { log } = deps
  // The API of the test has these metrics in its own registry already.
  const metrics = openMetrics('graphql', { processMetrics: false })
  app.decorate('connectionRoom', keepRoom(app.server, { connectionsMax: 100, log, metrics }))
  problemPlugin(app, log)
  gatePlugin(app, deps)
  await app.register(async (scope) => graphqlRoutes(scope, deps, options))
  await app.ready()
  return app
}

export async function askApp(app: ApiApp, token: string, query: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), text: answer.body }
}
