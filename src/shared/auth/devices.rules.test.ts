import { expect, test } from 'vitest'
import { deviceOf } from './devices.rules.ts'

const chrome = '(KHTML, like Gecko) Chrome/141.0.0.0'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${chrome} Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome} Safari/537.36 Edg/141.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.14.1', 'Unknown device'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('describes %s as “%s”', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
