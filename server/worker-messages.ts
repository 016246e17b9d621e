/** What a worker of `server/cluster.ts` is started for. */
export type WorkerTask = {
  /** From 1; a successor has the same one. */
  number: number
  connectionString: string
  /** Whether to have everything in memory before listening, for others answer meanwhile. */
  loadFirst: boolean
}

/** Milliseconds between two signs of life. */
export const beatEvery = 1_000

export type FromWorker =
  /** A sign of life: its event loop turns. */
  | { shop: 'beat' }
  /** Why it could not start, in words for whoever started the shop. */
  | { shop: 'fault'; text: string }
  /** Somebody else has told it to stop, such as a supervisor that ends all processes of the shop at once. */
  | { shop: 'asked' }
  /** It takes no connection any more; those that are on their way to it are given back until it is told to leave. */
  | { shop: 'leaving' }
  /** It takes part in confirmations. */
  | { shop: 'hears' }
  | { shop: 'confirm'; id: number }
  | { shop: 'confirmed'; id: number }
  /** What it has measured: the JSON of `prom-client`. */
  | { shop: 'measured'; id: number; figures: readonly object[] }

export type ToWorker =
  | { shop: 'stop'; idle: number }
  /** All will stop soon: it serves on, and says that nothing new is to be sent to it. */
  | { shop: 'drain' }
  | { shop: 'leave' }
  | { shop: 'confirm'; id: number }
  | { shop: 'confirmed'; id: number }
  | { shop: 'measure'; id: number }

/** Whether this came from the other side of the shop: other parts of Node use the same channel. */
export function isShopMessage(message: unknown): message is FromWorker | ToWorker {
  return typeof message === 'object' && message !== null && 'shop' in message
}
