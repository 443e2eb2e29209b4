import { describe, expect, it } from 'vitest';
import { mailboxOf, networkOf, networksOf } from './limit-keys.ts';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['::ffff:255.255.255.255', '255.255.255.255'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['', 'unknown'],
    ['evil, 192.0.2.7', 'unknown'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the networks that an address lies in', () => {
  it.each([
    ['::ffff:192.0.2.7', { '192.0.2.7': 1, '192.0.2.0/24': 4 }],
    [
      '2001:db8:1:2ff::9',
      { '2001:db8:1:2ff::/64': 1, '2001:db8:1:200::/56': 2, '2001:db8:1::/48': 4 },
    ],
    ['2001:db8::1', { '2001:db8:0:0::/64': 1, '2001:db8:0:0::/56': 2, '2001:db8:0::/48': 4 }],
    ['', { unknown: 1 }],
  ])('%s, with what each may send', (address, shares) => {
    const networks = networksOf(address);
    expect(Object.fromEntries(networks.map(({ name, shares }) => [name, shares]))).toEqual(shares);
  });
});

describe('the mailbox of an address', () => {
  it.each([
    ['Zoe@Example.ORG', 'zoe@example.org'],
    ['zoe+feest@example.org', 'zoe@example.org'],
    ['zoe+a+b@example.org', 'zoe@example.org'],
    ['z.o.e@gmail.com', 'zoe@gmail.com'],
    ['Z.oe+x@GoogleMail.com', 'zoe@gmail.com'],
    ['z.o.e@ｇmail.com', 'zoe@gmail.com'],
    ['zoe@MÜNCHEN.example', 'zoe@xn--mnchen-3ya.example'],
    ['zoe@xn--mnchen-3ya.example', 'zoe@xn--mnchen-3ya.example'],
    ['z.o-e_x+feest@pm.me', 'zoex@proton.me'],
    ['zoe.x@ProtonMail.com', 'zoex@proton.me'],
    ['z.o.e@example.org', 'z.o.e@example.org'],
  ])('%s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
