import { describe, expect, test } from 'vitest'
import { readStockNumbers } from './stock-numbers.ts'

describe('stock numbers of an address', () => {
  test.each([
    ['10361.10362', { ids: ['10361', '10362'], ignored: 0 }],
    ['', { ids: [], ignored: 0 }],
    ['..10361.', { ids: ['10361'], ignored: 0 }],
    ['10361.10361', { ids: ['10361'], ignored: 0 }],
    ['10361.0999.<b>.123456789', { ids: ['10361'], ignored: 3 }],
    ['10361.10362.10363.10364', { ids: ['10361', '10362', '10363'], ignored: 1 }],
  ])('%s', (text, read) => {
    expect(readStockNumbers(text, 3)).toEqual(read)
  })
})
