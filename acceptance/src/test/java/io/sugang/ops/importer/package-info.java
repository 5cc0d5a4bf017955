@org.jspecify.annotations.NullMarked
package io.sugang.ops.importer;
