/** A real Kafka on one port and one folder, however often it is killed. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type KafkaBroker, startKafkaBroker } from '../../docker/kafka/broker.ts'

export class RestartableBroker {
  readonly #dir: string
  #broker: KafkaBroker

  private constructor(dir: string, broker: KafkaBroker) {
    this.#dir = dir
    this.#broker = broker
  }

  static async start(): Promise<RestartableBroker> {
    const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-chaos-kafka-'))
    return new RestartableBroker(dir, await startKafkaBroker({ dir }))
  }

  get brokers(): string {
    return this.#broker.brokers
  }

  get pid(): number {
    return this.#broker.pid
  }

  async killAndRestart(): Promise<void> {
    const port = Number(this.brokers.split(':')[1])
    await this.#broker.kill()
    this.#broker = await startKafkaBroker({ dir: this.#dir, port })
  }

  async remove(): Promise<void> {
    await this.#broker.stop()
    fs.rmSync(this.#dir, { recursive: true, force: true })
  }
}
