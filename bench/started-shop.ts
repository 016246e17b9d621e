import { setTimeout as wait } from 'node:timers/promises'
import { buildShop } from '#server/build.ts'
import startRunningShop from '#tests/setup/running-shop.ts'
import { startedOn } from './processes.ts'

export type MeasuredShop = {
  address: string
  port: number
  pid: number
  dataDir: string
  stop(): Promise<void>
}

/** The built shop with the demo in a database of its own, both on the first core, once its catalogue is in memory. */
export async function startMeasuredShop(): Promise<MeasuredShop> {
  await buildShop()
  delete process.env.SHOP_URL
  const stop = await startedOn(0, startRunningShop)
  const { SHOP_URL: address = '', SHOP_PID: pid, SHOP_DATA_DIR: dataDir = '' } = process.env
  while (!(await fetch(`${address}/health`)).ok) await wait(200)
  return {
    address,
    port: Number(new URL(address).port),
    pid: Number(pid),
    dataDir,
    stop: async () => stop?.(),
  }
}
