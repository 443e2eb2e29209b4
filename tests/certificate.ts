import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate that signed itself, with its key, both in PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** Tags of DER (X.690) that a certificate is made of. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  /** In a subjectAltName (RFC 5280, 4.2.1.6). */
  dnsName: 0x82,
  ipAddress: 0x87,
  /** Of a TBSCertificate (RFC 5280, 4.1). */
  version: 0xa0,
  extensions: 0xa3,
};

/** Object identifiers, as DER writes them. */
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';

const HOUR_MS = 3_600_000;

/**
 * Makes a certificate for one host, valid for a day. Node reads certificates and makes none; these
 * few fields (RFC 5280) need no library, and no program that a machine with only Node lacks.
 *
 * @param host a DNS name or an IPv4 address
 */
export function createCertificate(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(der(TAG.set, sequence(oid(COMMON_NAME), der(TAG.utf8String, host))));
  const altName = isIPv4(host)
    ? der(TAG.ipAddress, Buffer.from(host.split('.').map(Number)))
    : der(TAG.dnsName, host);
  const toSign = sequence(
    der(TAG.version, der(TAG.integer, Buffer.of(2))),
    // A first byte from 1 to 127 keeps the number positive and without a leading zero.
    der(TAG.integer, Buffer.of(1), randomBytes(8)),
    algorithm,
    name,
    sequence(utcTime(Date.now() - HOUR_MS), utcTime(Date.now() + 24 * HOUR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      TAG.extensions,
      sequence(
        extension(SUBJECT_ALT_NAME, sequence(altName)),
        extension(BASIC_CONSTRAINTS, sequence(der(TAG.boolean, Buffer.of(0xff)))),
      ),
    ),
  );
  const signature = sign('sha256', toSign, privateKey);
  // The first byte of a bit string says how many bits of the last one are unused.
  const whole = sequence(toSign, algorithm, der(TAG.bitString, Buffer.of(0), signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.of(tag, ...derLength(content.length)), content]);
}

/** As short as can be, as DER wants it; up to 65 535. */
function derLength(length: number): number[] {
  if (length < 128) return [length];
  const bytes = length < 256 ? [length] : [length >> 8, length & 0xff];
  return [0x80 | bytes.length, ...bytes];
}

const sequence = (...contents: Buffer[]) => der(TAG.sequence, ...contents);
const oid = (hex: string) => der(TAG.objectIdentifier, Buffer.from(hex, 'hex'));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(TAG.octetString, value));

/** 'YYMMDDhhmmssZ'. */
function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '');
  return der(TAG.utcTime, `${digits.slice(2, 14)}Z`);
}
