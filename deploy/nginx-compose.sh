#!/bin/sh
# Fits nginx.conf to the names and paths of compose.yml, before nginx starts.
set -eu
sed -e 's#server 10\.0\.0\.1\([123]\):3001#server server-\1:3001#' \
  -e 's#/etc/letsencrypt/live/console\.example\.org/#/certs/#' \
  /etc/nginx/templates/election-console.conf.original > /etc/nginx/conf.d/default.conf
