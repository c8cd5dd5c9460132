/** A certificate for localhost and its key, made for tests with openssl for a hundred years; they guard nothing. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8ul7eQnh4pzmXvaT
+LVmW/338yp/efjUDIac4WFG+s+hRANCAAQFlia3KhX3V3ZSknNRxtH14O3zdYUI
j7PydrUw+1OsVFtRUObWZMyT4ZmRnhTgppeq0kFv2Lz0J1q9cTXZj/PE
-----END PRIVATE KEY-----`

export const cert = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIULTD+byJHA/Ywkso/I5de4kc3xjwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjExNDMyOVoYDzIxMjYxMDI5
MTE0MzI5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQFlia3KhX3V3ZSknNRxtH14O3zdYUIj7PydrUw+1OsVFtRUObWZMyT
4ZmRnhTgppeq0kFv2Lz0J1q9cTXZj/PEo2kwZzAdBgNVHQ4EFgQUtsZjvWfbazga
8BulKJ7zZwi+sPIwHwYDVR0jBBgwFoAUtsZjvWfbazga8BulKJ7zZwi+sPIwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAPfubwgcIOcM/fYA5MEDUalnst+dd73aAs+88RpqkP+lAiEAm8Fv9O60
doyNV0kVqAc4bFH2qmDOITPNlNLOSiQg7RM=
-----END CERTIFICATE-----`
