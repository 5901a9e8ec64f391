// Names of certificates, also of those that were made to fool a reader.
import test from 'ava';
import { certificateNames } from '../../../src/grpc/certificate-names.ts';

test('DNS and URI names; the common name only if there are none', (t) => {
  const subject = { CN: 'common' };
  t.deepEqual(
    certificateNames({ subjectaltname: 'DNS:a, URI:spiffe://b/c:1, IP Address:1.2.3.4, email:x@y', subject }),
    ['a', 'spiffe://b/c:1'],
  );
  t.deepEqual(certificateNames({ subjectaltname: undefined, subject }), ['common']);
  t.deepEqual(certificateNames({ subjectaltname: 'IP Address:1.2.3.4', subject: { CN: ['one', 'two'] } }), [
    'one',
    'two',
  ]);
  t.deepEqual(certificateNames({}), []);
});

test('one name that looks like two is one', (t) => {
  t.deepEqual(certificateNames({ subjectaltname: 'URI:"http://a/, DNS:envoy", DNS:b' }), ['http://a/, DNS:envoy', 'b']);
  t.deepEqual(certificateNames({ subjectaltname: String.raw`DNS:"a\", DNS:envoy"` }), ['a", DNS:envoy']);
});
