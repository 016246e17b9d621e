import { describe, expect, test } from 'vitest'
import { parsePicture } from './picture.ts'
import { pictureSources } from './picture-sources.ts'

describe('our own assets', () => {
  test.each([
    '/api/assets/editorial/hero.jpg',
    'https://shop.example/api/assets/editorial/hero.jpg',
    'editorial/hero.jpg',
  ])('are recognised: %s', (filename) => {
    expect(parsePicture({ filename, alt: ' Uhr ' }, 'https://api.example')).toEqual({
      from: 'own',
      name: 'editorial/hero.jpg',
      apiUrl: 'https://api.example',
      alt: 'Uhr',
    })
  })

  test('carry size and focal point', () => {
    const given = {
      filename: 'editorial/hero.jpg',
      width: 1600,
      height: 1000,
      focus: '400x500:401x501',
      alt: 'Uhr',
    }
    expect(parsePicture(given, '/api')).toMatchObject({ width: 1600, height: 1000, focus: { x: 25, y: 50 } })
    expect(parsePicture({ ...given, focus: [0.3, 1] }, '/api')).toMatchObject({ focus: { x: 30, y: 100 } })
    expect(parsePicture({ ...given, focus: '9999x1:9999x1' }, '/api')).not.toHaveProperty('focus')
  })

  test('come in three formats and never wider than they are', () => {
    const picture = parsePicture({ filename: 'editorial/hero.jpg', width: 700, height: 500, alt: '' }, '/api')
    const sources = picture && pictureSources(picture, 'landscape')
    expect(sources?.avif).toContain('/api/assets/editorial/hero.jpg/640.avif 640w')
    expect(sources?.webp).toContain('/320.webp 320w')
    expect(sources?.other).not.toContain('960w')
    expect(sources?.fallback).toBe('/api/assets/editorial/hero.jpg/640.jpg')
  })
})

describe('Storyblok’s assets', () => {
  const filename = 'https://a.storyblok.com/f/39898/3310x2192/e4ec08624e/demo-image.jpeg'
  const picture = parsePicture({ filename, alt: '', focus: '331x1096:332x1097' }, '/api')

  test('know their size from their address', () => {
    expect(picture).toEqual({
      from: 'storyblok',
      src: filename,
      alt: '',
      width: 3310,
      height: 2192,
      focus: { x: 10, y: 50 },
    })
  })

  test('are cropped around the focal point by the image service', () => {
    const sources = picture && pictureSources(picture, 'square')
    expect(sources?.webp).toContain(
      `${filename}/m/640x640/filters:focal(331x1096:332x1097):quality(75):format(webp) 640w`,
    )
    expect(sources?.fallback).toBe(`${filename}/m/640x640/filters:focal(331x1096:332x1097):quality(75)`)
  })

  test('keep their shape where nothing is cropped', () => {
    expect(picture && pictureSources(picture, 'natural').avif).toContain(
      '/m/320x0/filters:quality(75):format(avif) 320w',
    )
  })

  test('drawings are not converted', () => {
    const logo = parsePicture({ filename: 'https://a.storyblok.com/f/1/0x0/ab/logo.svg', alt: '' }, '/api')
    expect(logo && pictureSources(logo, 'natural')).toEqual({
      avif: '',
      webp: '',
      other: '',
      fallback: 'https://a.storyblok.com/f/1/0x0/ab/logo.svg',
    })
  })
})

test.each([
  'https://tracker.example/pixel.jpg',
  'https://a.storyblok.com.evil.example/f/1/x.jpg',
  'https://a.storyblok.com/f/1/../../x.jpg',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  '/api/assets/../../etc/passwd.jpg',
  '/api/assets/%2e%2e/x.jpg',
  'editorial/hero.svg',
  'editorial/hero.jpg" onerror="alert(1)',
  '',
  7,
  null,
])('%j is no picture of ours', (filename) => {
  expect(parsePicture({ filename, alt: 'x' }, '/api')).toBeNull()
})
