/** The ends of sign-ins over identity providers, written by hand: a browser is answered with a page. */
import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  proveOidc,
  proveSaml,
  serviceProvider,
  serviceProviderMetadata,
} from '../../../../control/identity/accounts/index.ts'
import { finished, ssoOf, tokensSchema } from '../../../../control/identity/accounts/operations.ts'
import { named } from '../../../../schemas/wire.ts'
import type { ApiDeps } from '../../../deps.ts'
import { originOf } from '../../../plugins/tenant-work.ts'
import type { ApiApp, Routes } from '../../api-app.ts'
import { answerSignIn } from './browser-page.ts'

/** A form with a SAML response in base64, percent-encoded. */
const FORM_BYTES_MAX = 400 * 1024
const RESPONSE_LENGTH_MAX = 260_000

const text = Type.String({ maxLength: 4_096 })
const oidcQuery = Type.Object({ state: text, code: Type.Optional(text), error: Type.Optional(text) })
const samlAnswer = named(
  'SamlAnswer',
  Type.Object({
    SAMLResponse: Type.String({ minLength: 1, maxLength: RESPONSE_LENGTH_MAX }),
    RelayState: Type.Optional(Type.String({ maxLength: 200 })),
  }),
)
const tags = ['identity']

/** Providers add parameters of their own to an answer; the answer proves itself. */
const config = { public: true, provesItself: true, anyQuery: true } as const
const response = { 200: tokensSchema }

export const ssoSignInRoutes: Routes = (app, deps) => {
  oidcRoute(app, deps)
  samlMetadataRoute(app, deps)
  samlRedirectRoute(app, deps)
  samlFormRoute(app, deps)
}

function oidcRoute(app: ApiApp, deps: ApiDeps): void {
  const summary = 'OIDC callback of the identity provider'
  app.get(
    '/auth/oidc/callback',
    { config: { ...config }, schema: { tags, summary, querystring: oidcQuery, response } },
    async (request, reply) => {
      const query = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1))
      const done = async () => finished(deps, originOf(request), await proveOidc(ssoOf(deps), query))
      return answerSignIn(request, reply, request.query.state, done)
    },
  )
}

function samlMetadataRoute(app: ApiApp, deps: ApiDeps): void {
  const summary = 'Get the SAML service provider metadata of this installation'
  app.get(
    '/auth/saml/metadata',
    { config: { public: true }, schema: { tags, summary, produces: ['application/samlmetadata+xml'] } },
    async (_, reply) =>
      reply
        .type('application/samlmetadata+xml')
        .send(await serviceProviderMetadata(serviceProvider(ssoOf(deps).publicUrl))),
  )
}

function samlRedirectRoute(app: ApiApp, deps: ApiDeps): void {
  const summary = 'Assertion consumer of SAML, HTTP-Redirect binding'
  app.get(
    '/auth/saml/callback',
    { config: { ...config }, schema: { tags, summary, querystring: samlAnswer, response } },
    async (request, reply) => {
      const { RelayState: state = '' } = request.query
      return answerSignIn(request, reply, state, samlEnd(deps, request, request.query, 'redirect'))
    },
  )
}

/** In its own scope, because no other route accepts a form body, which any page of another origin could post. */
function samlFormRoute(app: ApiApp, deps: ApiDeps): void {
  const summary = 'Assertion consumer of SAML, HTTP-POST binding'
  const consumes = ['application/x-www-form-urlencoded']
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit: FORM_BYTES_MAX })
    const forms = scope as unknown as ApiApp
    forms.post(
      '/auth/saml/callback',
      {
        config: { ...config },
        bodyLimit: FORM_BYTES_MAX,
        schema: { tags, summary, consumes, body: samlAnswer, response },
      },
      async (request, reply) => {
        const { RelayState: state = '' } = request.body
        return answerSignIn(request, reply, state, samlEnd(deps, request, request.body, 'post'))
      },
    )
  })
}

function samlEnd(
  deps: ApiDeps,
  request: FastifyRequest,
  { SAMLResponse, RelayState: relayState = '' }: Static<typeof samlAnswer>,
  binding: 'redirect' | 'post',
) {
  return async () =>
    finished(deps, originOf(request), await proveSaml(ssoOf(deps), { response: SAMLResponse, relayState, binding }))
}
