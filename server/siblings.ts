import cluster, { type Worker } from 'node:cluster'
import { trustedFor } from '#app/platform/database/changes.ts'
import { tell } from './worker.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'
import { isShopMessage } from './worker-messages.ts'

/**
 * Milliseconds. Who has not answered by then hangs, or waits for the database: he gives nothing any more before he has
 * asked it, for what he last heard is too old.
 */
const answerTimeout = trustedFor

let confirm: (() => Promise<void>) | null = null
let asked = 0
const waiting = new Map<number, () => void>()

/** What this worker does when a sibling wants to know that something has arrived here, too. */
export function onConfirm(work: () => Promise<void>): void {
  confirm = work
  if (!cluster.isWorker) return
  listenOnce()
  void tell({ shop: 'hears' })
}

/**
 * Has every sibling worker do its `onConfirm` and resolves when all have, or after the second from which on
 * one that has not gives nothing without asking the database. Without siblings it resolves at once.
 */
export function confirmAtSiblings(): Promise<void> {
  if (!cluster.isWorker) return Promise.resolve()
  listenOnce()
  asked += 1
  const id = asked
  return new Promise((done) => {
    const settle = () => {
      clearTimeout(timer)
      waiting.delete(id)
      done()
    }
    const timer = setTimeout(settle, answerTimeout)
    waiting.set(id, settle)
    void tell({ shop: 'confirm', id })
  })
}

let listens = false

function listenOnce(): void {
  if (listens) return
  listens = true
  process.on('message', (message: ToWorker) => {
    if (!isShopMessage(message)) return
    if (message.shop === 'confirmed') waiting.get(message.id)?.()
    // A callback that fails has not confirmed: whoever asked waits for it no longer than for one that hangs.
    if (message.shop === 'confirm')
      confirm?.().then(
        () => tell({ shop: 'confirmed', id: message.id }),
        (error: unknown) => process.stderr.write(`✗ A confirmation failed: ${String(error)}\n`),
      )
  })
}

/** The primary's part: hands questions on to the others, and the last answer back to who asked. */
export function relayConfirmations(): { stop(): void } {
  const hearing = new Set<Worker>()
  type Question = { from: Worker; id: number; open: Set<Worker> }
  const questions = new Map<number, Question>()
  let next = 0

  const settle = (number: number, question: Question) => {
    if (question.open.size > 0) return
    questions.delete(number)
    send(question.from, { shop: 'confirmed', id: question.id })
  }
  const heard = (worker: Worker, message: FromWorker) => {
    if (!isShopMessage(message)) return
    if (message.shop === 'hears') hearing.add(worker)
    if (message.shop === 'leaving') gone(worker)
    if (message.shop === 'confirm') {
      next += 1
      const number = next
      const open = new Set([...hearing].filter((each) => each !== worker))
      const question = { from: worker, id: message.id, open }
      questions.set(number, question)
      setTimeout(() => questions.delete(number), answerTimeout * 2).unref()
      for (const sibling of open) send(sibling, { shop: 'confirm', id: number })
      settle(number, question)
    }
    if (message.shop === 'confirmed') {
      const question = questions.get(message.id)
      question?.open.delete(worker)
      if (question) settle(message.id, question)
    }
  }
  const gone = (worker: Worker) => {
    hearing.delete(worker)
    for (const [number, question] of questions) {
      question.open.delete(worker)
      settle(number, question)
    }
  }
  cluster.on('message', heard)
  cluster.on('exit', gone)
  cluster.on('disconnect', gone)
  return {
    stop() {
      cluster.off('message', heard)
      cluster.off('exit', gone)
      cluster.off('disconnect', gone)
    },
  }
}

/** To one that is just ending nothing is told; its end is heard of by itself. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}
