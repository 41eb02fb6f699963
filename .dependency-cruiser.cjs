/**
 * Which folder may import which. Tiers stand from left to right and imports point to the left only; folders of one
 * tier do not know each other. Tests, benchmarks and what starts servers for them may look anywhere.
 */
const TIERS = [
  ['platform'],
  ['schemas'],
  ['stores', 'stream'],
  ['detections', 'connectors', 'intel'],
  ['detections/tenant'],
  ['pipeline', 'query'],
  ['control'],
  ['api', 'ingest'],
  ['services'],
]
const TESTS =
  '(\\.(?:test|long)\\.ts|[-/]conformance\\.ts|/(?:source-tests|fixtures?|oracle)\\.ts|/compliance\\.ts|/test-[a-z-]+\\.ts|/testing\\.ts)$|^(test|bench|docker|api/fuzz)/'

/** The document of the API and its type, from which the console and the SDKs are made. */
const API_DOCUMENT = '^schemas/api-document\\.ts$'

/** Matches the files of a folder, without those of a tier of its own inside it. */
function filesOf(folder) {
  const inside = TIERS.flat().filter((other) => other.startsWith(`${folder}/`))
  return `^${folder}/${inside.map((other) => `(?!${other.slice(folder.length + 1)}/)`).join('')}`
}

/** Whatever is not of the folder's own tier or one to the left of it. */
function tierRules() {
  return TIERS.flatMap((tier, rank) =>
    tier.map((folder) => ({
      name: `${folder}-imports-to-the-left`,
      severity: 'error',
      from: { path: filesOf(folder), pathNot: TESTS },
      // Node has a module `stream/promises`, which is no file of ours.
      to: { path: `^(${forbidden(rank, folder).join('|')})/`, dependencyTypesNot: ['core'] },
    })),
  )
}

function forbidden(rank, folder) {
  const right = TIERS.slice(rank + 1).flat()
  const beside = TIERS[rank].filter((other) => other !== folder)
  // The command line and the MCP server ask the API as everybody outside does.
  const outside = folder === 'services' ? [] : ['sdk']
  return [...beside, ...right, 'bin', 'test', 'bench', 'docker', 'console', ...outside]
}

module.exports = {
  forbidden: [
    ...tierRules(),
    {
      name: 'console-knows-the-api-alone',
      comment: 'Over HTTP: its types are made from the OpenAPI document.',
      severity: 'error',
      from: { path: '^console/' },
      to: {
        pathNot: API_DOCUMENT,
        path: `^(${[...TIERS.flat(), 'bin', 'test', 'bench', 'docker'].join('|')})/`,
      },
    },
    {
      name: 'sdk-knows-the-api-alone',
      comment: 'It is shipped by itself.',
      severity: 'error',
      from: { path: '^sdk/(typescript|generate)/', pathNot: TESTS },
      to: { path: '^(?!sdk/|node_modules/|node:|[a-z_/]+$)', pathNot: API_DOCUMENT },
    },
    {
      name: 'no-cycle',
      comment: 'Of types too: whoever reads one of the files would have to read the others.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^node-rdkafka$|^virtual:(operations|requests)$|/schema\\.gen\\.js$' },
    },
    {
      name: 'stage-imports-no-stage',
      comment:
        'Nor a sink, nor the scans; and these no stage. What two of them need stands in pipeline/ or further left.',
      severity: 'error',
      from: { path: '^pipeline/((?:stages|sinks)/[^/]+|scans)/', pathNot: TESTS },
      to: { path: '^pipeline/((?:stages|sinks)/[^/]+|scans)/', pathNot: '^pipeline/$1/' },
    },
    {
      name: 'step-knows-no-stage',
      comment: 'Intake runs the steps, and no step knows who runs it.',
      severity: 'error',
      from: { path: '^pipeline/stages/intake/[^/]+/', pathNot: TESTS },
      to: { path: '^pipeline/(?:stages|sinks|scans)/', pathNot: '^pipeline/stages/intake/(?:[^/]+/|step\\.ts$)' },
    },
    {
      name: 'context-through-its-index',
      severity: 'error',
      from: { path: '^control/([^/]+/[^/]+)/', pathNot: TESTS },
      to: { path: '^control/', pathNot: '^control/($1/|[^/]+/[^/]+/index\\.ts$)' },
    },
    {
      name: 'control-through-its-index',
      comment: 'And its operations, which stand beside the index: they call other contexts, which the index must not.',
      severity: 'error',
      from: { path: '^(api|services)/', pathNot: TESTS },
      to: { path: '^control/', pathNot: '^control/[^/]+/[^/]+/(index|operations)\\.ts$' },
    },
    {
      name: 'no-test-code-in-the-program',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'declared-dependencies',
      severity: 'error',
      comment:
        'The console and the command line for elsewhere are built, and what they are made of goes into their files. Kernels are built and committed.',
      from: { pathNot: `${TESTS}|^console/|^sdk/cli/|^platform/kernel/build\\.ts$` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/(@types|undici-types)/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Packages are looked at, though not into: `declared-dependencies` is about them.
    // A client that was built is not source: `npm install ./sdk/typescript` builds it.
    exclude: { path: '^(?!.*node_modules/).*(^|/)(\\.cache|data)/|^sdk/[^/]+/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
