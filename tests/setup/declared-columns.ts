import { afterAll, afterEach, expect } from 'vitest'
import { compareDeclaredColumns, takeFaults } from '#tests/declared-columns.ts'

/** Runs before each test file: a statement that does not answer what it declares fails the test that ran it. */
compareDeclaredColumns()
const hold = () => expect(takeFaults(), 'statements answer what they declare').toEqual([])
afterEach(hold)
afterAll(hold)
