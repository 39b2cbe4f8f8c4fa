#!/bin/sh
read line
echo true
