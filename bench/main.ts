/** `npm run bench [-- NAME]`: every benchmark, one JSON line each. */
import { benchKafka } from './kafka.ts'
import { benchPipeline } from './pipeline.ts'

const BENCHES: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  pipeline: () => benchPipeline(),
  kafka: benchKafka,
}

const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  const bench = BENCHES[name]
  if (!bench) {
    process.stderr.write(`no bench ${name}; there are ${Object.keys(BENCHES).join(', ')}\n`)
    process.exit(1)
  }
  console.log(JSON.stringify({ name, ...(await bench()) }))
}
