/**
 * A fault that whoever starts the shop or types a command can mend themselves: no bug, no stack trace.
 * The message says in one line what is wrong and how to mend it; further lines are evidence (a log's end).
 */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartFault'
  }
}
