import { describe, expect, test } from 'vitest';
import { captchaWork } from './accept-enquiry.ts';
import { createNetworkCounts, mailboxOf, networkOf } from './networks.ts';

describe('the network of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:255.255.255.255', '255.255.255.255'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
    // Azure's gateway writes X-Forwarded-For with a port.
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
    ['', 'unknown'],
    ['evil, 192.0.2.7', 'unknown'],
  ])('the network of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('the loopback address is not counted, because all visitors behind a proxy would share it', () => {
    const counts = createNetworkCounts();
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      expect(networkOf(address)).toBeUndefined();
      counts.add(address);
      expect(counts.countOf(address)).toBe(0);
    }
    counts.add('2001:db8::1');
    expect(counts.countOf('2001:db8::ffff')).toBe(1);
  });
});

test('the captcha work of a network doubles at 20, 40 and 80 enquiries', () => {
  const counts = createNetworkCounts();
  const times: number[] = [];
  for (let enquiries = 0; enquiries <= 80; enquiries += 1) {
    times.push(captchaWork(counts, '192.0.2.7'));
    counts.add('192.0.2.7');
  }
  expect([0, 19, 20, 39, 40, 79, 80].map((nth) => times[nth])).toEqual([1, 1, 2, 2, 4, 4, 8]);
});

describe('the mailbox of an address', () => {
  test.each([
    ['Zoe@Example.ORG', 'zoe@example.org'],
    ['zoe+feest@example.org', 'zoe@example.org'],
    ['zoe+a+b@example.org', 'zoe@example.org'],
    ['z.o.e@gmail.com', 'zoe@gmail.com'],
    ['z.o.e@ｇmail.com', 'zoe@gmail.com'],
    ['zoe@MÜNCHEN.example', 'zoe@xn--mnchen-3ya.example'],
    ['zoe@xn--mnchen-3ya.example', 'zoe@xn--mnchen-3ya.example'],
    ['z.o-e_x+feest@pm.me', 'zoex@pm.me'],
    ['z.o-e@example.org', 'zoe@example.org'],
  ])('the mailbox of %s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
