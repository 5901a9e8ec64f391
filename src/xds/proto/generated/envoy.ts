// Envoy's messages as plain objects. Made by `npm run gen:protos`; do not edit.
// An absent field is undefined; enums are numbers, 64-bit integers are numbers, bytes are Uint8Array.

type Dict<T> = { readonly [key: string]: T };

export declare namespace google {
 namespace protobuf {
  interface Timestamp {
   seconds?: number | undefined;
   nanos?: number | undefined;
  }
  interface Any {
   typeUrl?: string | undefined;
   value?: Uint8Array | undefined;
  }
  interface DoubleValue {
   value?: number | undefined;
  }
  interface FloatValue {
   value?: number | undefined;
  }
  interface Int64Value {
   value?: number | undefined;
  }
  interface UInt64Value {
   value?: number | undefined;
  }
  interface Int32Value {
   value?: number | undefined;
  }
  interface UInt32Value {
   value?: number | undefined;
  }
  interface BoolValue {
   value?: boolean | undefined;
  }
  interface StringValue {
   value?: string | undefined;
  }
  interface BytesValue {
   value?: Uint8Array | undefined;
  }
  interface Duration {
   seconds?: number | undefined;
   nanos?: number | undefined;
  }
  interface Struct {
   fields?: Dict<Value> | undefined;
  }
  interface Value {
   nullValue?: NullValue | undefined;
   numberValue?: number | undefined;
   stringValue?: string | undefined;
   boolValue?: boolean | undefined;
   structValue?: Struct | undefined;
   listValue?: ListValue | undefined;
  }
  interface ListValue {
   values?: readonly Value[] | undefined;
  }
  type NullValue = 0;
  interface Empty {
  }
 }
 namespace api {
  namespace expr {
   namespace v1alpha1 {
    interface ParsedExpr {
     expr?: Expr | undefined;
     sourceInfo?: SourceInfo | undefined;
    }
    interface Expr {
     id?: number | undefined;
     constExpr?: Constant | undefined;
     identExpr?: Expr.Ident | undefined;
     selectExpr?: Expr.Select | undefined;
     callExpr?: Expr.Call | undefined;
     listExpr?: Expr.CreateList | undefined;
     structExpr?: Expr.CreateStruct | undefined;
     comprehensionExpr?: Expr.Comprehension | undefined;
    }
    namespace Expr {
     interface Ident {
      name?: string | undefined;
     }
     interface Select {
      operand?: Expr | undefined;
      field?: string | undefined;
      testOnly?: boolean | undefined;
     }
     interface Call {
      target?: Expr | undefined;
      function?: string | undefined;
      args?: readonly Expr[] | undefined;
     }
     interface CreateList {
      elements?: readonly Expr[] | undefined;
      optionalIndices?: readonly number[] | undefined;
     }
     interface CreateStruct {
      messageName?: string | undefined;
      entries?: readonly Expr.CreateStruct.Entry[] | undefined;
     }
     namespace CreateStruct {
      interface Entry {
       id?: number | undefined;
       fieldKey?: string | undefined;
       mapKey?: Expr | undefined;
       value?: Expr | undefined;
       optionalEntry?: boolean | undefined;
      }
     }
     interface Comprehension {
      iterVar?: string | undefined;
      iterVar2?: string | undefined;
      iterRange?: Expr | undefined;
      accuVar?: string | undefined;
      accuInit?: Expr | undefined;
      loopCondition?: Expr | undefined;
      loopStep?: Expr | undefined;
      result?: Expr | undefined;
     }
    }
    interface Constant {
     nullValue?: google.protobuf.NullValue | undefined;
     boolValue?: boolean | undefined;
     int64Value?: number | undefined;
     uint64Value?: number | undefined;
     doubleValue?: number | undefined;
     stringValue?: string | undefined;
     bytesValue?: Uint8Array | undefined;
     durationValue?: google.protobuf.Duration | undefined;
     timestampValue?: google.protobuf.Timestamp | undefined;
    }
    interface SourceInfo {
     syntaxVersion?: string | undefined;
     location?: string | undefined;
     lineOffsets?: readonly number[] | undefined;
     positions?: Dict<number> | undefined;
     macroCalls?: Dict<Expr> | undefined;
     extensions?: readonly SourceInfo.Extension[] | undefined;
    }
    namespace SourceInfo {
     interface Extension {
      id?: string | undefined;
      affectedComponents?: readonly SourceInfo.Extension.Component[] | undefined;
      version?: SourceInfo.Extension.Version | undefined;
     }
     namespace Extension {
      interface Version {
       major?: number | undefined;
       minor?: number | undefined;
      }
      type Component = 0 | 1 | 2 | 3;
     }
    }
    interface SourcePosition {
     location?: string | undefined;
     offset?: number | undefined;
     line?: number | undefined;
     column?: number | undefined;
    }
    interface CheckedExpr {
     referenceMap?: Dict<Reference> | undefined;
     typeMap?: Dict<Type> | undefined;
     sourceInfo?: SourceInfo | undefined;
     exprVersion?: string | undefined;
     expr?: Expr | undefined;
    }
    interface Type {
     dyn?: google.protobuf.Empty | undefined;
     null?: google.protobuf.NullValue | undefined;
     primitive?: Type.PrimitiveType | undefined;
     wrapper?: Type.PrimitiveType | undefined;
     wellKnown?: Type.WellKnownType | undefined;
     listType?: Type.ListType | undefined;
     mapType?: Type.MapType | undefined;
     function?: Type.FunctionType | undefined;
     messageType?: string | undefined;
     typeParam?: string | undefined;
     type?: Type | undefined;
     error?: google.protobuf.Empty | undefined;
     abstractType?: Type.AbstractType | undefined;
    }
    namespace Type {
     interface ListType {
      elemType?: Type | undefined;
     }
     interface MapType {
      keyType?: Type | undefined;
      valueType?: Type | undefined;
     }
     interface FunctionType {
      resultType?: Type | undefined;
      argTypes?: readonly Type[] | undefined;
     }
     interface AbstractType {
      name?: string | undefined;
      parameterTypes?: readonly Type[] | undefined;
     }
     type PrimitiveType = 0 | 1 | 2 | 3 | 4 | 5 | 6;
     type WellKnownType = 0 | 1 | 2 | 3;
    }
    interface Decl {
     name?: string | undefined;
     ident?: Decl.IdentDecl | undefined;
     function?: Decl.FunctionDecl | undefined;
    }
    namespace Decl {
     interface IdentDecl {
      type?: Type | undefined;
      value?: Constant | undefined;
      doc?: string | undefined;
     }
     interface FunctionDecl {
      overloads?: readonly Decl.FunctionDecl.Overload[] | undefined;
      doc?: string | undefined;
     }
     namespace FunctionDecl {
      interface Overload {
       overloadId?: string | undefined;
       params?: readonly Type[] | undefined;
       typeParams?: readonly string[] | undefined;
       resultType?: Type | undefined;
       isInstanceFunction?: boolean | undefined;
       doc?: string | undefined;
      }
     }
    }
    interface Reference {
     name?: string | undefined;
     overloadId?: readonly string[] | undefined;
     value?: Constant | undefined;
    }
   }
  }
  interface Http {
   rules?: readonly HttpRule[] | undefined;
   fullyDecodeReservedExpansion?: boolean | undefined;
  }
  interface HttpRule {
   selector?: string | undefined;
   get?: string | undefined;
   put?: string | undefined;
   post?: string | undefined;
   delete?: string | undefined;
   patch?: string | undefined;
   custom?: CustomHttpPattern | undefined;
   body?: string | undefined;
   responseBody?: string | undefined;
   additionalBindings?: readonly HttpRule[] | undefined;
  }
  interface CustomHttpPattern {
   kind?: string | undefined;
   path?: string | undefined;
  }
 }
 namespace rpc {
  interface Status {
   code?: number | undefined;
   message?: string | undefined;
   details?: readonly google.protobuf.Any[] | undefined;
  }
  interface ErrorInfo {
   reason?: string | undefined;
   domain?: string | undefined;
   metadata?: Dict<string> | undefined;
  }
  interface RetryInfo {
   retryDelay?: google.protobuf.Duration | undefined;
  }
  interface DebugInfo {
   stackEntries?: readonly string[] | undefined;
   detail?: string | undefined;
  }
  interface QuotaFailure {
   violations?: readonly QuotaFailure.Violation[] | undefined;
  }
  namespace QuotaFailure {
   interface Violation {
    subject?: string | undefined;
    description?: string | undefined;
    apiService?: string | undefined;
    quotaMetric?: string | undefined;
    quotaId?: string | undefined;
    quotaDimensions?: Dict<string> | undefined;
    quotaValue?: number | undefined;
    futureQuotaValue?: number | undefined;
   }
  }
  interface PreconditionFailure {
   violations?: readonly PreconditionFailure.Violation[] | undefined;
  }
  namespace PreconditionFailure {
   interface Violation {
    type?: string | undefined;
    subject?: string | undefined;
    description?: string | undefined;
   }
  }
  interface BadRequest {
   fieldViolations?: readonly BadRequest.FieldViolation[] | undefined;
  }
  namespace BadRequest {
   interface FieldViolation {
    field?: string | undefined;
    description?: string | undefined;
    reason?: string | undefined;
    localizedMessage?: LocalizedMessage | undefined;
   }
  }
  interface RequestInfo {
   requestId?: string | undefined;
   servingData?: string | undefined;
  }
  interface ResourceInfo {
   resourceType?: string | undefined;
   resourceName?: string | undefined;
   owner?: string | undefined;
   description?: string | undefined;
  }
  interface Help {
   links?: readonly Help.Link[] | undefined;
  }
  namespace Help {
   interface Link {
    description?: string | undefined;
    url?: string | undefined;
   }
  }
  interface LocalizedMessage {
   locale?: string | undefined;
   message?: string | undefined;
  }
 }
}
export const google = {
 protobuf: {
  NullValue: {"NULL_VALUE":0},
 },
 api: {
  expr: {
   v1alpha1: {
    SourceInfo: {
     Extension: {
      Component: {"COMPONENT_UNSPECIFIED":0,"COMPONENT_PARSER":1,"COMPONENT_TYPE_CHECKER":2,"COMPONENT_RUNTIME":3},
     },
    },
    Type: {
     PrimitiveType: {"PRIMITIVE_TYPE_UNSPECIFIED":0,"BOOL":1,"INT64":2,"UINT64":3,"DOUBLE":4,"STRING":5,"BYTES":6},
     WellKnownType: {"WELL_KNOWN_TYPE_UNSPECIFIED":0,"ANY":1,"TIMESTAMP":2,"DURATION":3},
    },
   },
  },
 },
} as const;
export declare namespace envoy {
 namespace admin {
  namespace v3 {
   interface Certificates {
    certificates?: readonly Certificate[] | undefined;
   }
   interface Certificate {
    caCert?: readonly CertificateDetails[] | undefined;
    certChain?: readonly CertificateDetails[] | undefined;
   }
   interface CertificateDetails {
    path?: string | undefined;
    serialNumber?: string | undefined;
    subjectAltNames?: readonly SubjectAlternateName[] | undefined;
    daysUntilExpiration?: number | undefined;
    validFrom?: google.protobuf.Timestamp | undefined;
    expirationTime?: google.protobuf.Timestamp | undefined;
    ocspDetails?: CertificateDetails.OcspDetails | undefined;
   }
   namespace CertificateDetails {
    interface OcspDetails {
     validFrom?: google.protobuf.Timestamp | undefined;
     expiration?: google.protobuf.Timestamp | undefined;
    }
   }
   interface SubjectAlternateName {
    dns?: string | undefined;
    uri?: string | undefined;
    ipAddress?: string | undefined;
   }
   interface SimpleMetric {
    type?: SimpleMetric.Type | undefined;
    value?: number | undefined;
    name?: string | undefined;
   }
   namespace SimpleMetric {
    type Type = 0 | 1;
   }
   interface Clusters {
    clusterStatuses?: readonly ClusterStatus[] | undefined;
   }
   interface ClusterStatus {
    name?: string | undefined;
    addedViaApi?: boolean | undefined;
    successRateEjectionThreshold?: envoy.type.v3.Percent | undefined;
    hostStatuses?: readonly HostStatus[] | undefined;
    localOriginSuccessRateEjectionThreshold?: envoy.type.v3.Percent | undefined;
    circuitBreakers?: envoy.config.cluster.v3.CircuitBreakers | undefined;
    observabilityName?: string | undefined;
    edsServiceName?: string | undefined;
   }
   interface HostStatus {
    address?: envoy.config.core.v3.Address | undefined;
    stats?: readonly SimpleMetric[] | undefined;
    healthStatus?: HostHealthStatus | undefined;
    successRate?: envoy.type.v3.Percent | undefined;
    weight?: number | undefined;
    hostname?: string | undefined;
    priority?: number | undefined;
    localOriginSuccessRate?: envoy.type.v3.Percent | undefined;
    locality?: envoy.config.core.v3.Locality | undefined;
   }
   interface HostHealthStatus {
    failedActiveHealthCheck?: boolean | undefined;
    failedOutlierCheck?: boolean | undefined;
    failedActiveDegradedCheck?: boolean | undefined;
    pendingDynamicRemoval?: boolean | undefined;
    pendingActiveHc?: boolean | undefined;
    excludedViaImmediateHcFail?: boolean | undefined;
    activeHcTimeout?: boolean | undefined;
    failedDegradedOutlierDetection?: boolean | undefined;
    edsHealthStatus?: envoy.config.core.v3.HealthStatus | undefined;
   }
   interface UpdateFailureState {
    failedConfiguration?: google.protobuf.Any | undefined;
    lastUpdateAttempt?: google.protobuf.Timestamp | undefined;
    details?: string | undefined;
    versionInfo?: string | undefined;
   }
   interface ListenersConfigDump {
    versionInfo?: string | undefined;
    staticListeners?: readonly ListenersConfigDump.StaticListener[] | undefined;
    dynamicListeners?: readonly ListenersConfigDump.DynamicListener[] | undefined;
   }
   namespace ListenersConfigDump {
    interface StaticListener {
     listener?: google.protobuf.Any | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
    }
    interface DynamicListenerState {
     versionInfo?: string | undefined;
     listener?: google.protobuf.Any | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
    }
    interface DynamicListener {
     name?: string | undefined;
     activeState?: ListenersConfigDump.DynamicListenerState | undefined;
     warmingState?: ListenersConfigDump.DynamicListenerState | undefined;
     drainingState?: ListenersConfigDump.DynamicListenerState | undefined;
     errorState?: UpdateFailureState | undefined;
     clientStatus?: ClientResourceStatus | undefined;
    }
   }
   interface ClustersConfigDump {
    versionInfo?: string | undefined;
    staticClusters?: readonly ClustersConfigDump.StaticCluster[] | undefined;
    dynamicActiveClusters?: readonly ClustersConfigDump.DynamicCluster[] | undefined;
    dynamicWarmingClusters?: readonly ClustersConfigDump.DynamicCluster[] | undefined;
   }
   namespace ClustersConfigDump {
    interface StaticCluster {
     cluster?: google.protobuf.Any | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
    }
    interface DynamicCluster {
     versionInfo?: string | undefined;
     cluster?: google.protobuf.Any | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
     errorState?: UpdateFailureState | undefined;
     clientStatus?: ClientResourceStatus | undefined;
    }
   }
   interface RoutesConfigDump {
    staticRouteConfigs?: readonly RoutesConfigDump.StaticRouteConfig[] | undefined;
    dynamicRouteConfigs?: readonly RoutesConfigDump.DynamicRouteConfig[] | undefined;
   }
   namespace RoutesConfigDump {
    interface StaticRouteConfig {
     routeConfig?: google.protobuf.Any | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
    }
    interface DynamicRouteConfig {
     versionInfo?: string | undefined;
     routeConfig?: google.protobuf.Any | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
     errorState?: UpdateFailureState | undefined;
     clientStatus?: ClientResourceStatus | undefined;
    }
   }
   interface ScopedRoutesConfigDump {
    inlineScopedRouteConfigs?: readonly ScopedRoutesConfigDump.InlineScopedRouteConfigs[] | undefined;
    dynamicScopedRouteConfigs?: readonly ScopedRoutesConfigDump.DynamicScopedRouteConfigs[] | undefined;
   }
   namespace ScopedRoutesConfigDump {
    interface InlineScopedRouteConfigs {
     name?: string | undefined;
     scopedRouteConfigs?: readonly google.protobuf.Any[] | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
    }
    interface DynamicScopedRouteConfigs {
     name?: string | undefined;
     versionInfo?: string | undefined;
     scopedRouteConfigs?: readonly google.protobuf.Any[] | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
     errorState?: UpdateFailureState | undefined;
     clientStatus?: ClientResourceStatus | undefined;
    }
   }
   interface EndpointsConfigDump {
    staticEndpointConfigs?: readonly EndpointsConfigDump.StaticEndpointConfig[] | undefined;
    dynamicEndpointConfigs?: readonly EndpointsConfigDump.DynamicEndpointConfig[] | undefined;
   }
   namespace EndpointsConfigDump {
    interface StaticEndpointConfig {
     endpointConfig?: google.protobuf.Any | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
    }
    interface DynamicEndpointConfig {
     versionInfo?: string | undefined;
     endpointConfig?: google.protobuf.Any | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
     errorState?: UpdateFailureState | undefined;
     clientStatus?: ClientResourceStatus | undefined;
    }
   }
   interface EcdsConfigDump {
    ecdsFilters?: readonly EcdsConfigDump.EcdsFilterConfig[] | undefined;
   }
   namespace EcdsConfigDump {
    interface EcdsFilterConfig {
     versionInfo?: string | undefined;
     ecdsFilter?: google.protobuf.Any | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
     errorState?: UpdateFailureState | undefined;
     clientStatus?: ClientResourceStatus | undefined;
    }
   }
   type ClientResourceStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;
   interface ConfigDump {
    configs?: readonly google.protobuf.Any[] | undefined;
   }
   interface BootstrapConfigDump {
    bootstrap?: envoy.config.bootstrap.v3.Bootstrap | undefined;
    lastUpdated?: google.protobuf.Timestamp | undefined;
   }
   interface SecretsConfigDump {
    staticSecrets?: readonly SecretsConfigDump.StaticSecret[] | undefined;
    dynamicActiveSecrets?: readonly SecretsConfigDump.DynamicSecret[] | undefined;
    dynamicWarmingSecrets?: readonly SecretsConfigDump.DynamicSecret[] | undefined;
   }
   namespace SecretsConfigDump {
    interface DynamicSecret {
     name?: string | undefined;
     versionInfo?: string | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
     secret?: google.protobuf.Any | undefined;
     errorState?: UpdateFailureState | undefined;
     clientStatus?: ClientResourceStatus | undefined;
    }
    interface StaticSecret {
     name?: string | undefined;
     lastUpdated?: google.protobuf.Timestamp | undefined;
     secret?: google.protobuf.Any | undefined;
    }
   }
   interface UnreadyTargetsDumps {
    unreadyTargetsDumps?: readonly UnreadyTargetsDumps.UnreadyTargetsDump[] | undefined;
   }
   namespace UnreadyTargetsDumps {
    interface UnreadyTargetsDump {
     name?: string | undefined;
     targetNames?: readonly string[] | undefined;
    }
   }
   interface Listeners {
    listenerStatuses?: readonly ListenerStatus[] | undefined;
   }
   interface ListenerStatus {
    name?: string | undefined;
    localAddress?: envoy.config.core.v3.Address | undefined;
    additionalLocalAddresses?: readonly envoy.config.core.v3.Address[] | undefined;
   }
   interface Memory {
    allocated?: number | undefined;
    heapSize?: number | undefined;
    pageheapUnmapped?: number | undefined;
    pageheapFree?: number | undefined;
    totalThreadCache?: number | undefined;
    totalPhysicalBytes?: number | undefined;
   }
   interface MutexStats {
    numContentions?: number | undefined;
    currentWaitCycles?: number | undefined;
    lifetimeWaitCycles?: number | undefined;
   }
   interface ServerInfo {
    version?: string | undefined;
    state?: ServerInfo.State | undefined;
    uptimeCurrentEpoch?: google.protobuf.Duration | undefined;
    uptimeAllEpochs?: google.protobuf.Duration | undefined;
    hotRestartVersion?: string | undefined;
    commandLineOptions?: CommandLineOptions | undefined;
    node?: envoy.config.core.v3.Node | undefined;
    hotRestartInitializing?: boolean | undefined;
   }
   namespace ServerInfo {
    type State = 0 | 1 | 2 | 3;
   }
   interface CommandLineOptions {
    baseId?: number | undefined;
    useDynamicBaseId?: boolean | undefined;
    skipHotRestartOnNoParent?: boolean | undefined;
    skipHotRestartParentStats?: boolean | undefined;
    baseIdPath?: string | undefined;
    concurrency?: number | undefined;
    configPath?: string | undefined;
    configYaml?: string | undefined;
    allowUnknownStaticFields?: boolean | undefined;
    rejectUnknownDynamicFields?: boolean | undefined;
    ignoreUnknownDynamicFields?: boolean | undefined;
    skipDeprecatedLogs?: boolean | undefined;
    adminAddressPath?: string | undefined;
    localAddressIpVersion?: CommandLineOptions.IpVersion | undefined;
    logLevel?: string | undefined;
    componentLogLevel?: string | undefined;
    logFormat?: string | undefined;
    logFormatEscaped?: boolean | undefined;
    logPath?: string | undefined;
    serviceCluster?: string | undefined;
    serviceNode?: string | undefined;
    serviceZone?: string | undefined;
    fileFlushInterval?: google.protobuf.Duration | undefined;
    fileFlushMinSize?: number | undefined;
    drainTime?: google.protobuf.Duration | undefined;
    drainStrategy?: CommandLineOptions.DrainStrategy | undefined;
    parentShutdownTime?: google.protobuf.Duration | undefined;
    mode?: CommandLineOptions.Mode | undefined;
    disableHotRestart?: boolean | undefined;
    enableMutexTracing?: boolean | undefined;
    restartEpoch?: number | undefined;
    cpusetThreads?: boolean | undefined;
    disabledExtensions?: readonly string[] | undefined;
    enableFineGrainLogging?: boolean | undefined;
    logStacktraceSingleEntry?: boolean | undefined;
    socketPath?: string | undefined;
    socketMode?: number | undefined;
    enableCoreDump?: boolean | undefined;
    statsTag?: readonly string[] | undefined;
   }
   namespace CommandLineOptions {
    type IpVersion = 0 | 1;
    type Mode = 0 | 1 | 2;
    type DrainStrategy = 0 | 1;
   }
   interface TapRequest {
    configId?: string | undefined;
    tapConfig?: envoy.config.tap.v3.TapConfig | undefined;
   }
  }
 }
 namespace config {
  namespace core {
   namespace v3 {
    interface TypedExtensionConfig {
     name?: string | undefined;
     typedConfig?: google.protobuf.Any | undefined;
    }
    interface SocketOption {
     description?: string | undefined;
     level?: number | undefined;
     name?: number | undefined;
     intValue?: number | undefined;
     bufValue?: Uint8Array | undefined;
     state?: SocketOption.SocketState | undefined;
     type?: SocketOption.SocketType | undefined;
     ipVersion?: SocketOption.SocketIpVersion | undefined;
    }
    namespace SocketOption {
     interface SocketType {
      stream?: SocketOption.SocketType.Stream | undefined;
      datagram?: SocketOption.SocketType.Datagram | undefined;
     }
     namespace SocketType {
      interface Stream {
      }
      interface Datagram {
      }
     }
     type SocketState = 0 | 1 | 2;
     type SocketIpVersion = 0 | 1 | 2;
    }
    interface SocketOptionsOverride {
     socketOptions?: readonly SocketOption[] | undefined;
    }
    interface Pipe {
     path?: string | undefined;
     mode?: number | undefined;
    }
    interface EnvoyInternalAddress {
     serverListenerName?: string | undefined;
     endpointId?: string | undefined;
    }
    interface SocketAddress {
     protocol?: SocketAddress.Protocol | undefined;
     address?: string | undefined;
     portValue?: number | undefined;
     namedPort?: string | undefined;
     resolverName?: string | undefined;
     ipv4Compat?: boolean | undefined;
     networkNamespaceFilepath?: string | undefined;
    }
    namespace SocketAddress {
     type Protocol = 0 | 1;
    }
    interface TcpKeepalive {
     keepaliveProbes?: google.protobuf.UInt32Value | undefined;
     keepaliveTime?: google.protobuf.UInt32Value | undefined;
     keepaliveInterval?: google.protobuf.UInt32Value | undefined;
    }
    interface ExtraSourceAddress {
     address?: SocketAddress | undefined;
     socketOptions?: SocketOptionsOverride | undefined;
    }
    interface BindConfig {
     sourceAddress?: SocketAddress | undefined;
     freebind?: google.protobuf.BoolValue | undefined;
     socketOptions?: readonly SocketOption[] | undefined;
     extraSourceAddresses?: readonly ExtraSourceAddress[] | undefined;
     additionalSourceAddresses?: readonly SocketAddress[] | undefined;
     localAddressSelector?: TypedExtensionConfig | undefined;
     validateNetworkNamespaces?: boolean | undefined;
    }
    interface Address {
     socketAddress?: SocketAddress | undefined;
     pipe?: Pipe | undefined;
     envoyInternalAddress?: EnvoyInternalAddress | undefined;
    }
    interface CidrRange {
     addressPrefix?: string | undefined;
     prefixLen?: google.protobuf.UInt32Value | undefined;
    }
    interface BackoffStrategy {
     baseInterval?: google.protobuf.Duration | undefined;
     maxInterval?: google.protobuf.Duration | undefined;
    }
    interface HttpUri {
     uri?: string | undefined;
     cluster?: string | undefined;
     timeout?: google.protobuf.Duration | undefined;
    }
    interface Locality {
     region?: string | undefined;
     zone?: string | undefined;
     subZone?: string | undefined;
    }
    interface BuildVersion {
     version?: envoy.type.v3.SemanticVersion | undefined;
     metadata?: google.protobuf.Struct | undefined;
    }
    interface Extension {
     name?: string | undefined;
     category?: string | undefined;
     typeDescriptor?: string | undefined;
     version?: BuildVersion | undefined;
     disabled?: boolean | undefined;
     typeUrls?: readonly string[] | undefined;
    }
    interface Node {
     id?: string | undefined;
     cluster?: string | undefined;
     metadata?: google.protobuf.Struct | undefined;
     dynamicParameters?: Dict<xds.core.v3.ContextParams> | undefined;
     locality?: Locality | undefined;
     userAgentName?: string | undefined;
     userAgentVersion?: string | undefined;
     userAgentBuildVersion?: BuildVersion | undefined;
     extensions?: readonly Extension[] | undefined;
     clientFeatures?: readonly string[] | undefined;
     listeningAddresses?: readonly Address[] | undefined;
    }
    interface Metadata {
     filterMetadata?: Dict<google.protobuf.Struct> | undefined;
     typedFilterMetadata?: Dict<google.protobuf.Any> | undefined;
    }
    interface RuntimeUInt32 {
     defaultValue?: number | undefined;
     runtimeKey?: string | undefined;
    }
    interface RuntimeUInt64 {
     defaultValue?: number | undefined;
     runtimeKey?: string | undefined;
    }
    interface RuntimePercent {
     defaultValue?: envoy.type.v3.Percent | undefined;
     runtimeKey?: string | undefined;
    }
    interface RuntimeDouble {
     defaultValue?: number | undefined;
     runtimeKey?: string | undefined;
    }
    interface RuntimeFeatureFlag {
     defaultValue?: google.protobuf.BoolValue | undefined;
     runtimeKey?: string | undefined;
    }
    interface KeyValue {
     key?: string | undefined;
     value?: Uint8Array | undefined;
    }
    interface KeyValuePair {
     key?: string | undefined;
     value?: google.protobuf.Value | undefined;
    }
    interface KeyValueAppend {
     record?: KeyValuePair | undefined;
     entry?: KeyValue | undefined;
     action?: KeyValueAppend.KeyValueAppendAction | undefined;
    }
    namespace KeyValueAppend {
     type KeyValueAppendAction = 0 | 1 | 2 | 3;
    }
    interface KeyValueMutation {
     append?: KeyValueAppend | undefined;
     remove?: string | undefined;
    }
    interface QueryParameter {
     key?: string | undefined;
     value?: string | undefined;
    }
    interface HeaderValue {
     key?: string | undefined;
     value?: string | undefined;
     rawValue?: Uint8Array | undefined;
    }
    interface HeaderValueOption {
     header?: HeaderValue | undefined;
     append?: google.protobuf.BoolValue | undefined;
     appendAction?: HeaderValueOption.HeaderAppendAction | undefined;
     keepEmptyValue?: boolean | undefined;
    }
    namespace HeaderValueOption {
     type HeaderAppendAction = 0 | 1 | 2 | 3;
    }
    interface HeaderMap {
     headers?: readonly HeaderValue[] | undefined;
    }
    interface WatchedDirectory {
     path?: string | undefined;
     watchModify?: boolean | undefined;
    }
    interface DataSource {
     filename?: string | undefined;
     inlineBytes?: Uint8Array | undefined;
     inlineString?: string | undefined;
     environmentVariable?: string | undefined;
     watchedDirectory?: WatchedDirectory | undefined;
    }
    interface RetryPolicy {
     retryBackOff?: BackoffStrategy | undefined;
     numRetries?: google.protobuf.UInt32Value | undefined;
     retryOn?: string | undefined;
     retryPriority?: RetryPolicy.RetryPriority | undefined;
     retryHostPredicate?: readonly RetryPolicy.RetryHostPredicate[] | undefined;
     hostSelectionRetryMaxAttempts?: number | undefined;
    }
    namespace RetryPolicy {
     interface RetryPriority {
      name?: string | undefined;
      typedConfig?: google.protobuf.Any | undefined;
     }
     interface RetryHostPredicate {
      name?: string | undefined;
      typedConfig?: google.protobuf.Any | undefined;
     }
    }
    interface RemoteDataSource {
     httpUri?: HttpUri | undefined;
     sha256?: string | undefined;
     retryPolicy?: RetryPolicy | undefined;
    }
    interface AsyncDataSource {
     local?: DataSource | undefined;
     remote?: RemoteDataSource | undefined;
    }
    interface TransportSocket {
     name?: string | undefined;
     typedConfig?: google.protobuf.Any | undefined;
    }
    interface RuntimeFractionalPercent {
     defaultValue?: envoy.type.v3.FractionalPercent | undefined;
     runtimeKey?: string | undefined;
    }
    interface ControlPlane {
     identifier?: string | undefined;
    }
    type RoutingPriority = 0 | 1;
    type RequestMethod = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
    type TrafficDirection = 0 | 1 | 2;
    interface GrpcService {
     envoyGrpc?: GrpcService.EnvoyGrpc | undefined;
     googleGrpc?: GrpcService.GoogleGrpc | undefined;
     timeout?: google.protobuf.Duration | undefined;
     initialMetadata?: readonly HeaderValue[] | undefined;
     retryPolicy?: RetryPolicy | undefined;
    }
    namespace GrpcService {
     interface EnvoyGrpc {
      clusterName?: string | undefined;
      authority?: string | undefined;
      retryPolicy?: RetryPolicy | undefined;
      maxReceiveMessageLength?: google.protobuf.UInt32Value | undefined;
      skipEnvoyHeaders?: boolean | undefined;
     }
     interface GoogleGrpc {
      targetUri?: string | undefined;
      channelCredentials?: GrpcService.GoogleGrpc.ChannelCredentials | undefined;
      channelCredentialsPlugin?: readonly google.protobuf.Any[] | undefined;
      callCredentials?: readonly GrpcService.GoogleGrpc.CallCredentials[] | undefined;
      callCredentialsPlugin?: readonly google.protobuf.Any[] | undefined;
      statPrefix?: string | undefined;
      credentialsFactoryName?: string | undefined;
      config?: google.protobuf.Struct | undefined;
      perStreamBufferLimitBytes?: google.protobuf.UInt32Value | undefined;
      channelArgs?: GrpcService.GoogleGrpc.ChannelArgs | undefined;
     }
     namespace GoogleGrpc {
      interface SslCredentials {
       rootCerts?: DataSource | undefined;
       privateKey?: DataSource | undefined;
       certChain?: DataSource | undefined;
      }
      interface GoogleLocalCredentials {
      }
      interface ChannelCredentials {
       sslCredentials?: GrpcService.GoogleGrpc.SslCredentials | undefined;
       googleDefault?: google.protobuf.Empty | undefined;
       localCredentials?: GrpcService.GoogleGrpc.GoogleLocalCredentials | undefined;
      }
      interface CallCredentials {
       accessToken?: string | undefined;
       googleComputeEngine?: google.protobuf.Empty | undefined;
       googleRefreshToken?: string | undefined;
       serviceAccountJwtAccess?: GrpcService.GoogleGrpc.CallCredentials.ServiceAccountJWTAccessCredentials | undefined;
       googleIam?: GrpcService.GoogleGrpc.CallCredentials.GoogleIAMCredentials | undefined;
       fromPlugin?: GrpcService.GoogleGrpc.CallCredentials.MetadataCredentialsFromPlugin | undefined;
       stsService?: GrpcService.GoogleGrpc.CallCredentials.StsService | undefined;
      }
      namespace CallCredentials {
       interface ServiceAccountJWTAccessCredentials {
        jsonKey?: string | undefined;
        tokenLifetimeSeconds?: number | undefined;
       }
       interface GoogleIAMCredentials {
        authorizationToken?: string | undefined;
        authoritySelector?: string | undefined;
       }
       interface MetadataCredentialsFromPlugin {
        name?: string | undefined;
        typedConfig?: google.protobuf.Any | undefined;
       }
       interface StsService {
        tokenExchangeServiceUri?: string | undefined;
        resource?: string | undefined;
        audience?: string | undefined;
        scope?: string | undefined;
        requestedTokenType?: string | undefined;
        subjectTokenPath?: string | undefined;
        subjectTokenType?: string | undefined;
        actorTokenPath?: string | undefined;
        actorTokenType?: string | undefined;
       }
      }
      interface ChannelArgs {
       args?: Dict<GrpcService.GoogleGrpc.ChannelArgs.Value> | undefined;
      }
      namespace ChannelArgs {
       interface Value {
        stringValue?: string | undefined;
        intValue?: number | undefined;
       }
      }
     }
    }
    interface EventServiceConfig {
     grpcService?: GrpcService | undefined;
    }
    interface JsonFormatOptions {
     sortProperties?: boolean | undefined;
    }
    interface SubstitutionFormatString {
     textFormat?: string | undefined;
     jsonFormat?: google.protobuf.Struct | undefined;
     textFormatSource?: DataSource | undefined;
     omitEmptyValues?: boolean | undefined;
     contentType?: string | undefined;
     formatters?: readonly TypedExtensionConfig[] | undefined;
     jsonFormatOptions?: JsonFormatOptions | undefined;
    }
    interface ProxyProtocolPassThroughTLVs {
     matchType?: ProxyProtocolPassThroughTLVs.PassTLVsMatchType | undefined;
     tlvType?: readonly number[] | undefined;
    }
    namespace ProxyProtocolPassThroughTLVs {
     type PassTLVsMatchType = 0 | 1;
    }
    interface TlvEntry {
     type?: number | undefined;
     value?: Uint8Array | undefined;
     formatString?: SubstitutionFormatString | undefined;
    }
    interface ProxyProtocolConfig {
     version?: ProxyProtocolConfig.Version | undefined;
     passThroughTlvs?: ProxyProtocolPassThroughTLVs | undefined;
     addedTlvs?: readonly TlvEntry[] | undefined;
    }
    namespace ProxyProtocolConfig {
     type Version = 0 | 1;
    }
    interface PerHostConfig {
     addedTlvs?: readonly TlvEntry[] | undefined;
    }
    interface HealthStatusSet {
     statuses?: readonly HealthStatus[] | undefined;
    }
    interface HealthCheck {
     name?: string | undefined;
     timeout?: google.protobuf.Duration | undefined;
     interval?: google.protobuf.Duration | undefined;
     initialJitter?: google.protobuf.Duration | undefined;
     intervalJitter?: google.protobuf.Duration | undefined;
     intervalJitterPercent?: number | undefined;
     unhealthyThreshold?: google.protobuf.UInt32Value | undefined;
     healthyThreshold?: google.protobuf.UInt32Value | undefined;
     altPort?: google.protobuf.UInt32Value | undefined;
     reuseConnection?: google.protobuf.BoolValue | undefined;
     httpHealthCheck?: HealthCheck.HttpHealthCheck | undefined;
     tcpHealthCheck?: HealthCheck.TcpHealthCheck | undefined;
     grpcHealthCheck?: HealthCheck.GrpcHealthCheck | undefined;
     customHealthCheck?: HealthCheck.CustomHealthCheck | undefined;
     noTrafficInterval?: google.protobuf.Duration | undefined;
     noTrafficHealthyInterval?: google.protobuf.Duration | undefined;
     unhealthyInterval?: google.protobuf.Duration | undefined;
     unhealthyEdgeInterval?: google.protobuf.Duration | undefined;
     healthyEdgeInterval?: google.protobuf.Duration | undefined;
     eventLogPath?: string | undefined;
     eventLogger?: readonly TypedExtensionConfig[] | undefined;
     eventService?: EventServiceConfig | undefined;
     alwaysLogHealthCheckFailures?: boolean | undefined;
     alwaysLogHealthCheckSuccess?: boolean | undefined;
     tlsOptions?: HealthCheck.TlsOptions | undefined;
     transportSocketMatchCriteria?: google.protobuf.Struct | undefined;
    }
    namespace HealthCheck {
     interface Payload {
      text?: string | undefined;
      binary?: Uint8Array | undefined;
     }
     interface HttpHealthCheck {
      host?: string | undefined;
      path?: string | undefined;
      send?: HealthCheck.Payload | undefined;
      receive?: readonly HealthCheck.Payload[] | undefined;
      responseBufferSize?: google.protobuf.UInt64Value | undefined;
      requestHeadersToAdd?: readonly HeaderValueOption[] | undefined;
      requestHeadersToRemove?: readonly string[] | undefined;
      expectedStatuses?: readonly envoy.type.v3.Int64Range[] | undefined;
      retriableStatuses?: readonly envoy.type.v3.Int64Range[] | undefined;
      codecClientType?: envoy.type.v3.CodecClientType | undefined;
      useAlpnProtocol?: boolean | undefined;
      serviceNameMatcher?: envoy.type.matcher.v3.StringMatcher | undefined;
      method?: RequestMethod | undefined;
     }
     interface TcpHealthCheck {
      send?: HealthCheck.Payload | undefined;
      receive?: readonly HealthCheck.Payload[] | undefined;
      proxyProtocolConfig?: ProxyProtocolConfig | undefined;
     }
     interface RedisHealthCheck {
      key?: string | undefined;
     }
     interface GrpcHealthCheck {
      serviceName?: string | undefined;
      authority?: string | undefined;
      initialMetadata?: readonly HeaderValueOption[] | undefined;
     }
     interface CustomHealthCheck {
      name?: string | undefined;
      typedConfig?: google.protobuf.Any | undefined;
     }
     interface TlsOptions {
      alpnProtocols?: readonly string[] | undefined;
     }
    }
    type HealthStatus = 0 | 1 | 2 | 3 | 4 | 5;
    interface ApiConfigSource {
     apiType?: ApiConfigSource.ApiType | undefined;
     transportApiVersion?: ApiVersion | undefined;
     clusterNames?: readonly string[] | undefined;
     grpcServices?: readonly GrpcService[] | undefined;
     refreshDelay?: google.protobuf.Duration | undefined;
     requestTimeout?: google.protobuf.Duration | undefined;
     rateLimitSettings?: RateLimitSettings | undefined;
     setNodeOnFirstMessageOnly?: boolean | undefined;
     configValidators?: readonly TypedExtensionConfig[] | undefined;
    }
    namespace ApiConfigSource {
     type ApiType = 0 | 1 | 2 | 3 | 5 | 6;
    }
    interface AggregatedConfigSource {
    }
    interface SelfConfigSource {
     transportApiVersion?: ApiVersion | undefined;
    }
    interface RateLimitSettings {
     maxTokens?: google.protobuf.UInt32Value | undefined;
     fillRate?: google.protobuf.DoubleValue | undefined;
    }
    interface PathConfigSource {
     path?: string | undefined;
     watchedDirectory?: WatchedDirectory | undefined;
     pollInterval?: google.protobuf.Duration | undefined;
    }
    interface ConfigSource {
     authorities?: readonly xds.core.v3.Authority[] | undefined;
     path?: string | undefined;
     pathConfigSource?: PathConfigSource | undefined;
     apiConfigSource?: ApiConfigSource | undefined;
     ads?: AggregatedConfigSource | undefined;
     self?: SelfConfigSource | undefined;
     initialFetchTimeout?: google.protobuf.Duration | undefined;
     resourceApiVersion?: ApiVersion | undefined;
    }
    interface ExtensionConfigSource {
     configSource?: ConfigSource | undefined;
     defaultConfig?: google.protobuf.Any | undefined;
     applyDefaultConfigWithoutWarming?: boolean | undefined;
     typeUrls?: readonly string[] | undefined;
    }
    type ApiVersion = 0 | 1 | 2;
    interface TcpProtocolOptions {
    }
    interface QuicKeepAliveSettings {
     maxInterval?: google.protobuf.Duration | undefined;
     initialInterval?: google.protobuf.Duration | undefined;
    }
    interface QuicProtocolOptions {
     maxConcurrentStreams?: google.protobuf.UInt32Value | undefined;
     initialStreamWindowSize?: google.protobuf.UInt32Value | undefined;
     initialConnectionWindowSize?: google.protobuf.UInt32Value | undefined;
     numTimeoutsToTriggerPortMigration?: google.protobuf.UInt32Value | undefined;
     connectionKeepalive?: QuicKeepAliveSettings | undefined;
     connectionOptions?: string | undefined;
     clientConnectionOptions?: string | undefined;
     idleNetworkTimeout?: google.protobuf.Duration | undefined;
     maxPacketLength?: google.protobuf.UInt64Value | undefined;
     clientPacketWriter?: TypedExtensionConfig | undefined;
     connectionMigration?: QuicProtocolOptions.ConnectionMigrationSettings | undefined;
     memoryReductionTimeout?: google.protobuf.Duration | undefined;
     enableScone?: google.protobuf.BoolValue | undefined;
    }
    namespace QuicProtocolOptions {
     interface ConnectionMigrationSettings {
      migrateIdleConnections?: QuicProtocolOptions.ConnectionMigrationSettings.MigrateIdleConnectionSettings | undefined;
      maxTimeOnNonDefaultNetwork?: google.protobuf.Duration | undefined;
     }
     namespace ConnectionMigrationSettings {
      interface MigrateIdleConnectionSettings {
       maxIdleTimeBeforeMigration?: google.protobuf.Duration | undefined;
      }
     }
    }
    interface UpstreamHttpProtocolOptions {
     autoSni?: boolean | undefined;
     autoSanValidation?: boolean | undefined;
     overrideAutoSniHeader?: string | undefined;
    }
    interface AlternateProtocolsCacheOptions {
     name?: string | undefined;
     maxEntries?: google.protobuf.UInt32Value | undefined;
     keyValueStoreConfig?: TypedExtensionConfig | undefined;
     prepopulatedEntries?: readonly AlternateProtocolsCacheOptions.AlternateProtocolsCacheEntry[] | undefined;
     canonicalSuffixes?: readonly string[] | undefined;
    }
    namespace AlternateProtocolsCacheOptions {
     interface AlternateProtocolsCacheEntry {
      hostname?: string | undefined;
      port?: number | undefined;
     }
    }
    interface HttpProtocolOptions {
     idleTimeout?: google.protobuf.Duration | undefined;
     maxConnectionDuration?: google.protobuf.Duration | undefined;
     maxConnectionDurationJitter?: envoy.type.v3.Percent | undefined;
     maxHeadersCount?: google.protobuf.UInt32Value | undefined;
     maxResponseHeadersKb?: google.protobuf.UInt32Value | undefined;
     maxStreamDuration?: google.protobuf.Duration | undefined;
     headersWithUnderscoresAction?: HttpProtocolOptions.HeadersWithUnderscoresAction | undefined;
     maxRequestsPerConnection?: google.protobuf.UInt32Value | undefined;
    }
    namespace HttpProtocolOptions {
     type HeadersWithUnderscoresAction = 0 | 1 | 2;
    }
    interface Http1ProtocolOptions {
     allowAbsoluteUrl?: google.protobuf.BoolValue | undefined;
     acceptHttp10?: boolean | undefined;
     defaultHostForHttp10?: string | undefined;
     headerKeyFormat?: Http1ProtocolOptions.HeaderKeyFormat | undefined;
     enableTrailers?: boolean | undefined;
     allowChunkedLength?: boolean | undefined;
     overrideStreamErrorOnInvalidHttpMessage?: google.protobuf.BoolValue | undefined;
     sendFullyQualifiedUrl?: boolean | undefined;
     useBalsaParser?: google.protobuf.BoolValue | undefined;
     allowCustomMethods?: boolean | undefined;
     ignoreHttp11Upgrade?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
    }
    namespace Http1ProtocolOptions {
     interface HeaderKeyFormat {
      properCaseWords?: Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords | undefined;
      statefulFormatter?: TypedExtensionConfig | undefined;
     }
     namespace HeaderKeyFormat {
      interface ProperCaseWords {
      }
     }
    }
    interface KeepaliveSettings {
     interval?: google.protobuf.Duration | undefined;
     timeout?: google.protobuf.Duration | undefined;
     intervalJitter?: envoy.type.v3.Percent | undefined;
     connectionIdleInterval?: google.protobuf.Duration | undefined;
    }
    interface Http2ProtocolOptions {
     hpackTableSize?: google.protobuf.UInt32Value | undefined;
     maxConcurrentStreams?: google.protobuf.UInt32Value | undefined;
     initialStreamWindowSize?: google.protobuf.UInt32Value | undefined;
     initialConnectionWindowSize?: google.protobuf.UInt32Value | undefined;
     allowConnect?: boolean | undefined;
     allowMetadata?: boolean | undefined;
     maxOutboundFrames?: google.protobuf.UInt32Value | undefined;
     maxOutboundControlFrames?: google.protobuf.UInt32Value | undefined;
     maxConsecutiveInboundFramesWithEmptyPayload?: google.protobuf.UInt32Value | undefined;
     maxInboundPriorityFramesPerStream?: google.protobuf.UInt32Value | undefined;
     maxInboundWindowUpdateFramesPerDataFrameSent?: google.protobuf.UInt32Value | undefined;
     streamErrorOnInvalidHttpMessaging?: boolean | undefined;
     overrideStreamErrorOnInvalidHttpMessage?: google.protobuf.BoolValue | undefined;
     customSettingsParameters?: readonly Http2ProtocolOptions.SettingsParameter[] | undefined;
     connectionKeepalive?: KeepaliveSettings | undefined;
     useOghttp2Codec?: google.protobuf.BoolValue | undefined;
     maxMetadataSize?: google.protobuf.UInt64Value | undefined;
     enableHuffmanEncoding?: google.protobuf.BoolValue | undefined;
     maxHeaderFieldSizeKb?: google.protobuf.UInt32Value | undefined;
     disallowObsText?: google.protobuf.BoolValue | undefined;
     streamResetBurst?: google.protobuf.UInt64Value | undefined;
     streamResetRate?: google.protobuf.UInt64Value | undefined;
    }
    namespace Http2ProtocolOptions {
     interface SettingsParameter {
      identifier?: google.protobuf.UInt32Value | undefined;
      value?: google.protobuf.UInt32Value | undefined;
     }
    }
    interface GrpcProtocolOptions {
     http2ProtocolOptions?: Http2ProtocolOptions | undefined;
    }
    interface Http3ProtocolOptions {
     quicProtocolOptions?: QuicProtocolOptions | undefined;
     overrideStreamErrorOnInvalidHttpMessage?: google.protobuf.BoolValue | undefined;
     allowExtendedConnect?: boolean | undefined;
     allowMetadata?: boolean | undefined;
     disableQpack?: boolean | undefined;
     disableConnectionFlowControlForStreams?: boolean | undefined;
     disallowObsText?: google.protobuf.BoolValue | undefined;
    }
    interface SchemeHeaderTransformation {
     schemeToOverwrite?: string | undefined;
     matchUpstream?: boolean | undefined;
    }
    interface DnsResolverOptions {
     useTcpForDnsLookups?: boolean | undefined;
     noDefaultSearchDomain?: boolean | undefined;
    }
    interface DnsResolutionConfig {
     resolvers?: readonly Address[] | undefined;
     dnsResolverOptions?: DnsResolverOptions | undefined;
    }
    interface UdpSocketConfig {
     maxRxDatagramSize?: google.protobuf.UInt64Value | undefined;
     preferGro?: google.protobuf.BoolValue | undefined;
    }
    interface SocketCmsgHeaders {
     level?: google.protobuf.UInt32Value | undefined;
     type?: google.protobuf.UInt32Value | undefined;
     expectedSize?: number | undefined;
    }
    interface CelExpressionConfig {
     enableStringConversion?: boolean | undefined;
     enableStringConcat?: boolean | undefined;
     enableStringFunctions?: boolean | undefined;
    }
    interface GrpcMethodList {
     services?: readonly GrpcMethodList.Service[] | undefined;
    }
    namespace GrpcMethodList {
     interface Service {
      name?: string | undefined;
      methodNames?: readonly string[] | undefined;
     }
    }
    interface HttpService {
     httpUri?: HttpUri | undefined;
     requestHeadersToAdd?: readonly HeaderValueOption[] | undefined;
     formatters?: readonly TypedExtensionConfig[] | undefined;
    }
   }
  }
  namespace cluster {
   namespace v3 {
    interface CircuitBreakers {
     thresholds?: readonly CircuitBreakers.Thresholds[] | undefined;
     perHostThresholds?: readonly CircuitBreakers.Thresholds[] | undefined;
    }
    namespace CircuitBreakers {
     interface Thresholds {
      priority?: envoy.config.core.v3.RoutingPriority | undefined;
      maxConnections?: google.protobuf.UInt32Value | undefined;
      maxPendingRequests?: google.protobuf.UInt32Value | undefined;
      maxRequests?: google.protobuf.UInt32Value | undefined;
      maxRetries?: google.protobuf.UInt32Value | undefined;
      retryBudget?: CircuitBreakers.Thresholds.RetryBudget | undefined;
      trackRemaining?: boolean | undefined;
      maxConnectionPools?: google.protobuf.UInt32Value | undefined;
     }
     namespace Thresholds {
      interface RetryBudget {
       budgetPercent?: envoy.type.v3.Percent | undefined;
       budgetInterval?: google.protobuf.Duration | undefined;
       minRetryConcurrency?: google.protobuf.UInt32Value | undefined;
      }
     }
    }
    interface Filter {
     name?: string | undefined;
     typedConfig?: google.protobuf.Any | undefined;
     configDiscovery?: envoy.config.core.v3.ExtensionConfigSource | undefined;
    }
    interface OutlierDetection {
     consecutive5xx?: google.protobuf.UInt32Value | undefined;
     interval?: google.protobuf.Duration | undefined;
     baseEjectionTime?: google.protobuf.Duration | undefined;
     maxEjectionPercent?: google.protobuf.UInt32Value | undefined;
     enforcingConsecutive5xx?: google.protobuf.UInt32Value | undefined;
     enforcingSuccessRate?: google.protobuf.UInt32Value | undefined;
     successRateMinimumHosts?: google.protobuf.UInt32Value | undefined;
     successRateRequestVolume?: google.protobuf.UInt32Value | undefined;
     successRateStdevFactor?: google.protobuf.UInt32Value | undefined;
     consecutiveGatewayFailure?: google.protobuf.UInt32Value | undefined;
     enforcingConsecutiveGatewayFailure?: google.protobuf.UInt32Value | undefined;
     splitExternalLocalOriginErrors?: boolean | undefined;
     consecutiveLocalOriginFailure?: google.protobuf.UInt32Value | undefined;
     enforcingConsecutiveLocalOriginFailure?: google.protobuf.UInt32Value | undefined;
     enforcingLocalOriginSuccessRate?: google.protobuf.UInt32Value | undefined;
     failurePercentageThreshold?: google.protobuf.UInt32Value | undefined;
     enforcingFailurePercentage?: google.protobuf.UInt32Value | undefined;
     enforcingFailurePercentageLocalOrigin?: google.protobuf.UInt32Value | undefined;
     failurePercentageMinimumHosts?: google.protobuf.UInt32Value | undefined;
     failurePercentageRequestVolume?: google.protobuf.UInt32Value | undefined;
     maxEjectionTime?: google.protobuf.Duration | undefined;
     maxEjectionTimeJitter?: google.protobuf.Duration | undefined;
     successfulActiveHealthCheckUnejectHost?: google.protobuf.BoolValue | undefined;
     monitors?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
     alwaysEjectOneHost?: google.protobuf.BoolValue | undefined;
     detectDegradedHosts?: google.protobuf.BoolValue | undefined;
    }
    interface ClusterCollection {
     entries?: xds.core.v3.CollectionEntry | undefined;
    }
    interface Cluster {
     transportSocketMatches?: readonly Cluster.TransportSocketMatch[] | undefined;
     transportSocketMatcher?: xds.type.matcher.v3.Matcher | undefined;
     name?: string | undefined;
     altStatName?: string | undefined;
     statsMatcher?: envoy.config.metrics.v3.StatsMatcher | undefined;
     type?: Cluster.DiscoveryType | undefined;
     clusterType?: Cluster.CustomClusterType | undefined;
     edsClusterConfig?: Cluster.EdsClusterConfig | undefined;
     connectTimeout?: google.protobuf.Duration | undefined;
     perConnectionBufferLimitBytes?: google.protobuf.UInt32Value | undefined;
     perConnectionBufferHighWatermarkTimeout?: google.protobuf.Duration | undefined;
     lbPolicy?: Cluster.LbPolicy | undefined;
     loadAssignment?: envoy.config.endpoint.v3.ClusterLoadAssignment | undefined;
     healthChecks?: readonly envoy.config.core.v3.HealthCheck[] | undefined;
     maxRequestsPerConnection?: google.protobuf.UInt32Value | undefined;
     circuitBreakers?: CircuitBreakers | undefined;
     upstreamHttpProtocolOptions?: envoy.config.core.v3.UpstreamHttpProtocolOptions | undefined;
     commonHttpProtocolOptions?: envoy.config.core.v3.HttpProtocolOptions | undefined;
     httpProtocolOptions?: envoy.config.core.v3.Http1ProtocolOptions | undefined;
     http2ProtocolOptions?: envoy.config.core.v3.Http2ProtocolOptions | undefined;
     typedExtensionProtocolOptions?: Dict<google.protobuf.Any> | undefined;
     dnsRefreshRate?: google.protobuf.Duration | undefined;
     dnsJitter?: google.protobuf.Duration | undefined;
     dnsFailureRefreshRate?: Cluster.RefreshRate | undefined;
     respectDnsTtl?: boolean | undefined;
     dnsLookupFamily?: Cluster.DnsLookupFamily | undefined;
     dnsResolvers?: readonly envoy.config.core.v3.Address[] | undefined;
     useTcpForDnsLookups?: boolean | undefined;
     dnsResolutionConfig?: envoy.config.core.v3.DnsResolutionConfig | undefined;
     typedDnsResolverConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     waitForWarmOnInit?: google.protobuf.BoolValue | undefined;
     outlierDetection?: OutlierDetection | undefined;
     cleanupInterval?: google.protobuf.Duration | undefined;
     upstreamBindConfig?: envoy.config.core.v3.BindConfig | undefined;
     lbSubsetConfig?: Cluster.LbSubsetConfig | undefined;
     ringHashLbConfig?: Cluster.RingHashLbConfig | undefined;
     maglevLbConfig?: Cluster.MaglevLbConfig | undefined;
     originalDstLbConfig?: Cluster.OriginalDstLbConfig | undefined;
     leastRequestLbConfig?: Cluster.LeastRequestLbConfig | undefined;
     roundRobinLbConfig?: Cluster.RoundRobinLbConfig | undefined;
     commonLbConfig?: Cluster.CommonLbConfig | undefined;
     transportSocket?: envoy.config.core.v3.TransportSocket | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     protocolSelection?: Cluster.ClusterProtocolSelection | undefined;
     upstreamConnectionOptions?: UpstreamConnectionOptions | undefined;
     closeConnectionsOnHostHealthFailure?: boolean | undefined;
     ignoreHealthOnHostRemoval?: boolean | undefined;
     filters?: readonly Filter[] | undefined;
     loadBalancingPolicy?: LoadBalancingPolicy | undefined;
     lrsServer?: envoy.config.core.v3.ConfigSource | undefined;
     lrsReportEndpointMetrics?: readonly string[] | undefined;
     trackTimeoutBudgets?: boolean | undefined;
     upstreamConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     trackClusterStats?: TrackClusterStats | undefined;
     preconnectPolicy?: Cluster.PreconnectPolicy | undefined;
     connectionPoolPerDownstreamConnection?: boolean | undefined;
     queuingPolicies?: Cluster.QueuingPolicies | undefined;
    }
    namespace Cluster {
     interface TransportSocketMatch {
      name?: string | undefined;
      match?: google.protobuf.Struct | undefined;
      transportSocket?: envoy.config.core.v3.TransportSocket | undefined;
     }
     interface CustomClusterType {
      name?: string | undefined;
      typedConfig?: google.protobuf.Any | undefined;
     }
     interface EdsClusterConfig {
      edsConfig?: envoy.config.core.v3.ConfigSource | undefined;
      serviceName?: string | undefined;
     }
     interface LbSubsetConfig {
      fallbackPolicy?: Cluster.LbSubsetConfig.LbSubsetFallbackPolicy | undefined;
      defaultSubset?: google.protobuf.Struct | undefined;
      subsetSelectors?: readonly Cluster.LbSubsetConfig.LbSubsetSelector[] | undefined;
      localityWeightAware?: boolean | undefined;
      scaleLocalityWeight?: boolean | undefined;
      panicModeAny?: boolean | undefined;
      listAsAny?: boolean | undefined;
      metadataFallbackPolicy?: Cluster.LbSubsetConfig.LbSubsetMetadataFallbackPolicy | undefined;
     }
     namespace LbSubsetConfig {
      interface LbSubsetSelector {
       keys?: readonly string[] | undefined;
       singleHostPerSubset?: boolean | undefined;
       fallbackPolicy?: Cluster.LbSubsetConfig.LbSubsetSelector.LbSubsetSelectorFallbackPolicy | undefined;
       fallbackKeysSubset?: readonly string[] | undefined;
      }
      namespace LbSubsetSelector {
       type LbSubsetSelectorFallbackPolicy = 0 | 1 | 2 | 3 | 4;
      }
      type LbSubsetFallbackPolicy = 0 | 1 | 2;
      type LbSubsetMetadataFallbackPolicy = 0 | 1;
     }
     interface SlowStartConfig {
      slowStartWindow?: google.protobuf.Duration | undefined;
      aggression?: envoy.config.core.v3.RuntimeDouble | undefined;
      minWeightPercent?: envoy.type.v3.Percent | undefined;
     }
     interface RoundRobinLbConfig {
      slowStartConfig?: Cluster.SlowStartConfig | undefined;
     }
     interface LeastRequestLbConfig {
      choiceCount?: google.protobuf.UInt32Value | undefined;
      activeRequestBias?: envoy.config.core.v3.RuntimeDouble | undefined;
      slowStartConfig?: Cluster.SlowStartConfig | undefined;
     }
     interface RingHashLbConfig {
      minimumRingSize?: google.protobuf.UInt64Value | undefined;
      hashFunction?: Cluster.RingHashLbConfig.HashFunction | undefined;
      maximumRingSize?: google.protobuf.UInt64Value | undefined;
     }
     namespace RingHashLbConfig {
      type HashFunction = 0 | 1;
     }
     interface MaglevLbConfig {
      tableSize?: google.protobuf.UInt64Value | undefined;
     }
     interface OriginalDstLbConfig {
      useHttpHeader?: boolean | undefined;
      httpHeaderName?: string | undefined;
      upstreamPortOverride?: google.protobuf.UInt32Value | undefined;
      metadataKey?: envoy.type.metadata.v3.MetadataKey | undefined;
     }
     interface CommonLbConfig {
      healthyPanicThreshold?: envoy.type.v3.Percent | undefined;
      zoneAwareLbConfig?: Cluster.CommonLbConfig.ZoneAwareLbConfig | undefined;
      localityWeightedLbConfig?: Cluster.CommonLbConfig.LocalityWeightedLbConfig | undefined;
      updateMergeWindow?: google.protobuf.Duration | undefined;
      ignoreNewHostsUntilFirstHc?: boolean | undefined;
      closeConnectionsOnHostSetChange?: boolean | undefined;
      consistentHashingLbConfig?: Cluster.CommonLbConfig.ConsistentHashingLbConfig | undefined;
      overrideHostStatus?: envoy.config.core.v3.HealthStatusSet | undefined;
     }
     namespace CommonLbConfig {
      interface ZoneAwareLbConfig {
       routingEnabled?: envoy.type.v3.Percent | undefined;
       minClusterSize?: google.protobuf.UInt64Value | undefined;
       failTrafficOnPanic?: boolean | undefined;
      }
      interface LocalityWeightedLbConfig {
      }
      interface ConsistentHashingLbConfig {
       useHostnameForHashing?: boolean | undefined;
       hashBalanceFactor?: google.protobuf.UInt32Value | undefined;
      }
     }
     interface RefreshRate {
      baseInterval?: google.protobuf.Duration | undefined;
      maxInterval?: google.protobuf.Duration | undefined;
     }
     interface PreconnectPolicy {
      perUpstreamPreconnectRatio?: google.protobuf.DoubleValue | undefined;
      predictivePreconnectRatio?: google.protobuf.DoubleValue | undefined;
      preconnectEnabledMetadata?: envoy.type.matcher.v3.MetadataMatcher | undefined;
     }
     interface QueuingPolicies {
      pendingRqPolicy?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     }
     type DiscoveryType = 0 | 1 | 2 | 3 | 4;
     type LbPolicy = 0 | 1 | 2 | 3 | 5 | 6 | 7;
     type DnsLookupFamily = 0 | 1 | 2 | 3 | 4;
     type ClusterProtocolSelection = 0 | 1;
    }
    interface LoadBalancingPolicy {
     policies?: readonly LoadBalancingPolicy.Policy[] | undefined;
    }
    namespace LoadBalancingPolicy {
     interface Policy {
      typedExtensionConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     }
    }
    interface UpstreamConnectionOptions {
     tcpKeepalive?: envoy.config.core.v3.TcpKeepalive | undefined;
     setLocalInterfaceNameOnUpstreamConnections?: boolean | undefined;
     happyEyeballsConfig?: UpstreamConnectionOptions.HappyEyeballsConfig | undefined;
    }
    namespace UpstreamConnectionOptions {
     interface HappyEyeballsConfig {
      firstAddressFamilyVersion?: UpstreamConnectionOptions.FirstAddressFamilyVersion | undefined;
      firstAddressFamilyCount?: google.protobuf.UInt32Value | undefined;
     }
     type FirstAddressFamilyVersion = 0 | 1 | 2 | 3 | 4;
    }
    interface TrackClusterStats {
     timeoutBudgets?: boolean | undefined;
     requestResponseSizes?: boolean | undefined;
     perEndpointStats?: boolean | undefined;
    }
   }
  }
  namespace common {
   namespace mutation_rules {
    namespace v3 {
     interface HeaderMutationRules {
      allowAllRouting?: google.protobuf.BoolValue | undefined;
      allowEnvoy?: google.protobuf.BoolValue | undefined;
      disallowSystem?: google.protobuf.BoolValue | undefined;
      disallowAll?: google.protobuf.BoolValue | undefined;
      allowExpression?: envoy.type.matcher.v3.RegexMatcher | undefined;
      disallowExpression?: envoy.type.matcher.v3.RegexMatcher | undefined;
      disallowIsError?: google.protobuf.BoolValue | undefined;
     }
     interface HeaderMutation {
      remove?: string | undefined;
      append?: envoy.config.core.v3.HeaderValueOption | undefined;
      removeOnMatch?: HeaderMutation.RemoveOnMatch | undefined;
     }
     namespace HeaderMutation {
      interface RemoveOnMatch {
       keyMatcher?: envoy.type.matcher.v3.StringMatcher | undefined;
      }
     }
    }
   }
   namespace matcher {
    namespace v3 {
     interface Matcher {
      matcherList?: Matcher.MatcherList | undefined;
      matcherTree?: Matcher.MatcherTree | undefined;
      onNoMatch?: Matcher.OnMatch | undefined;
     }
     namespace Matcher {
      interface OnMatch {
       matcher?: Matcher | undefined;
       action?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       keepMatching?: boolean | undefined;
      }
      interface MatcherList {
       matchers?: readonly Matcher.MatcherList.FieldMatcher[] | undefined;
      }
      namespace MatcherList {
       interface Predicate {
        singlePredicate?: Matcher.MatcherList.Predicate.SinglePredicate | undefined;
        orMatcher?: Matcher.MatcherList.Predicate.PredicateList | undefined;
        andMatcher?: Matcher.MatcherList.Predicate.PredicateList | undefined;
        notMatcher?: Matcher.MatcherList.Predicate | undefined;
       }
       namespace Predicate {
        interface SinglePredicate {
         input?: envoy.config.core.v3.TypedExtensionConfig | undefined;
         valueMatch?: envoy.type.matcher.v3.StringMatcher | undefined;
         customMatch?: envoy.config.core.v3.TypedExtensionConfig | undefined;
        }
        interface PredicateList {
         predicate?: readonly Matcher.MatcherList.Predicate[] | undefined;
        }
       }
       interface FieldMatcher {
        predicate?: Matcher.MatcherList.Predicate | undefined;
        onMatch?: Matcher.OnMatch | undefined;
       }
      }
      interface MatcherTree {
       input?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       exactMatchMap?: Matcher.MatcherTree.MatchMap | undefined;
       prefixMatchMap?: Matcher.MatcherTree.MatchMap | undefined;
       customMatch?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      }
      namespace MatcherTree {
       interface MatchMap {
        map?: Dict<Matcher.OnMatch> | undefined;
       }
      }
     }
     interface MatchPredicate {
      orMatch?: MatchPredicate.MatchSet | undefined;
      andMatch?: MatchPredicate.MatchSet | undefined;
      notMatch?: MatchPredicate | undefined;
      anyMatch?: boolean | undefined;
      httpRequestHeadersMatch?: HttpHeadersMatch | undefined;
      httpRequestTrailersMatch?: HttpHeadersMatch | undefined;
      httpResponseHeadersMatch?: HttpHeadersMatch | undefined;
      httpResponseTrailersMatch?: HttpHeadersMatch | undefined;
      httpRequestGenericBodyMatch?: HttpGenericBodyMatch | undefined;
      httpResponseGenericBodyMatch?: HttpGenericBodyMatch | undefined;
     }
     namespace MatchPredicate {
      interface MatchSet {
       rules?: readonly MatchPredicate[] | undefined;
      }
     }
     interface HttpHeadersMatch {
      headers?: readonly envoy.config.route.v3.HeaderMatcher[] | undefined;
     }
     interface HttpGenericBodyMatch {
      bytesLimit?: number | undefined;
      patterns?: readonly HttpGenericBodyMatch.GenericTextMatch[] | undefined;
     }
     namespace HttpGenericBodyMatch {
      interface GenericTextMatch {
       stringMatch?: string | undefined;
       binaryMatch?: Uint8Array | undefined;
      }
     }
    }
   }
   namespace key_value {
    namespace v3 {
     interface KeyValueStoreConfig {
      config?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     }
    }
   }
  }
  namespace route {
   namespace v3 {
    interface VirtualHost {
     name?: string | undefined;
     domains?: readonly string[] | undefined;
     routes?: readonly Route[] | undefined;
     matcher?: xds.type.matcher.v3.Matcher | undefined;
     requireTls?: VirtualHost.TlsRequirementType | undefined;
     virtualClusters?: readonly VirtualCluster[] | undefined;
     rateLimits?: readonly RateLimit[] | undefined;
     requestHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     requestHeadersToRemove?: readonly string[] | undefined;
     responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     responseHeadersToRemove?: readonly string[] | undefined;
     cors?: CorsPolicy | undefined;
     typedPerFilterConfig?: Dict<google.protobuf.Any> | undefined;
     includeRequestAttemptCount?: boolean | undefined;
     includeAttemptCountInResponse?: boolean | undefined;
     retryPolicy?: RetryPolicy | undefined;
     retryPolicyTypedConfig?: google.protobuf.Any | undefined;
     hedgePolicy?: HedgePolicy | undefined;
     includeIsTimeoutRetryHeader?: boolean | undefined;
     perRequestBufferLimitBytes?: google.protobuf.UInt32Value | undefined;
     requestBodyBufferLimit?: google.protobuf.UInt64Value | undefined;
     requestMirrorPolicies?: readonly RouteAction.RequestMirrorPolicy[] | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     routeSpecifiers?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
    }
    namespace VirtualHost {
     type TlsRequirementType = 0 | 1 | 2;
    }
    interface FilterAction {
     action?: google.protobuf.Any | undefined;
    }
    interface RouteList {
     routes?: readonly Route[] | undefined;
    }
    interface Route {
     name?: string | undefined;
     match?: RouteMatch | undefined;
     route?: RouteAction | undefined;
     redirect?: RedirectAction | undefined;
     directResponse?: DirectResponseAction | undefined;
     filterAction?: FilterAction | undefined;
     nonForwardingAction?: NonForwardingAction | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     decorator?: Decorator | undefined;
     typedPerFilterConfig?: Dict<google.protobuf.Any> | undefined;
     requestHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     requestHeadersToRemove?: readonly string[] | undefined;
     responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     responseHeadersToRemove?: readonly string[] | undefined;
     tracing?: Tracing | undefined;
     perRequestBufferLimitBytes?: google.protobuf.UInt32Value | undefined;
     statPrefix?: string | undefined;
     requestBodyBufferLimit?: google.protobuf.UInt64Value | undefined;
     routeSpecifiers?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
    }
    interface WeightedCluster {
     clusters?: readonly WeightedCluster.ClusterWeight[] | undefined;
     totalWeight?: google.protobuf.UInt32Value | undefined;
     runtimeKeyPrefix?: string | undefined;
     headerName?: string | undefined;
     useHashPolicy?: google.protobuf.BoolValue | undefined;
    }
    namespace WeightedCluster {
     interface ClusterWeight {
      name?: string | undefined;
      clusterHeader?: string | undefined;
      weight?: google.protobuf.UInt32Value | undefined;
      metadataMatch?: envoy.config.core.v3.Metadata | undefined;
      requestHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
      requestHeadersToRemove?: readonly string[] | undefined;
      responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
      responseHeadersToRemove?: readonly string[] | undefined;
      typedPerFilterConfig?: Dict<google.protobuf.Any> | undefined;
      hostRewriteLiteral?: string | undefined;
     }
    }
    interface ClusterSpecifierPlugin {
     extension?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     isOptional?: boolean | undefined;
    }
    interface RouteMatch {
     prefix?: string | undefined;
     path?: string | undefined;
     safeRegex?: envoy.type.matcher.v3.RegexMatcher | undefined;
     connectMatcher?: RouteMatch.ConnectMatcher | undefined;
     pathSeparatedPrefix?: string | undefined;
     pathMatchPolicy?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     caseSensitive?: google.protobuf.BoolValue | undefined;
     runtimeFraction?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
     headers?: readonly HeaderMatcher[] | undefined;
     queryParameters?: readonly QueryParameterMatcher[] | undefined;
     cookies?: readonly CookieMatcher[] | undefined;
     grpc?: RouteMatch.GrpcRouteMatchOptions | undefined;
     tlsContext?: RouteMatch.TlsContextMatchOptions | undefined;
     dynamicMetadata?: readonly envoy.type.matcher.v3.MetadataMatcher[] | undefined;
     filterState?: readonly envoy.type.matcher.v3.FilterStateMatcher[] | undefined;
    }
    namespace RouteMatch {
     interface GrpcRouteMatchOptions {
     }
     interface TlsContextMatchOptions {
      presented?: google.protobuf.BoolValue | undefined;
      validated?: google.protobuf.BoolValue | undefined;
     }
     interface ConnectMatcher {
     }
    }
    interface CorsPolicy {
     allowOriginStringMatch?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
     allowMethods?: string | undefined;
     allowHeaders?: string | undefined;
     exposeHeaders?: string | undefined;
     maxAge?: string | undefined;
     allowCredentials?: google.protobuf.BoolValue | undefined;
     filterEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
     shadowEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
     allowPrivateNetworkAccess?: google.protobuf.BoolValue | undefined;
     forwardNotMatchingPreflights?: google.protobuf.BoolValue | undefined;
    }
    interface RouteAction {
     cluster?: string | undefined;
     clusterHeader?: string | undefined;
     weightedClusters?: WeightedCluster | undefined;
     clusterSpecifierPlugin?: string | undefined;
     inlineClusterSpecifierPlugin?: ClusterSpecifierPlugin | undefined;
     clusterNotFoundResponseCode?: RouteAction.ClusterNotFoundResponseCode | undefined;
     metadataMatch?: envoy.config.core.v3.Metadata | undefined;
     prefixRewrite?: string | undefined;
     regexRewrite?: envoy.type.matcher.v3.RegexMatchAndSubstitute | undefined;
     pathRewritePolicy?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     pathRewrite?: string | undefined;
     hostRewriteLiteral?: string | undefined;
     autoHostRewrite?: google.protobuf.BoolValue | undefined;
     hostRewriteHeader?: string | undefined;
     hostRewritePathRegex?: envoy.type.matcher.v3.RegexMatchAndSubstitute | undefined;
     hostRewrite?: string | undefined;
     appendXForwardedHost?: boolean | undefined;
     timeout?: google.protobuf.Duration | undefined;
     idleTimeout?: google.protobuf.Duration | undefined;
     flushTimeout?: google.protobuf.Duration | undefined;
     earlyDataPolicy?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     retryPolicy?: RetryPolicy | undefined;
     retryPolicyTypedConfig?: google.protobuf.Any | undefined;
     requestMirrorPolicies?: readonly RouteAction.RequestMirrorPolicy[] | undefined;
     priority?: envoy.config.core.v3.RoutingPriority | undefined;
     rateLimits?: readonly RateLimit[] | undefined;
     includeVhRateLimits?: google.protobuf.BoolValue | undefined;
     hashPolicy?: readonly RouteAction.HashPolicy[] | undefined;
     cors?: CorsPolicy | undefined;
     maxGrpcTimeout?: google.protobuf.Duration | undefined;
     grpcTimeoutOffset?: google.protobuf.Duration | undefined;
     upgradeConfigs?: readonly RouteAction.UpgradeConfig[] | undefined;
     internalRedirectPolicy?: InternalRedirectPolicy | undefined;
     internalRedirectAction?: RouteAction.InternalRedirectAction | undefined;
     maxInternalRedirects?: google.protobuf.UInt32Value | undefined;
     hedgePolicy?: HedgePolicy | undefined;
     maxStreamDuration?: RouteAction.MaxStreamDuration | undefined;
    }
    namespace RouteAction {
     interface RequestMirrorPolicy {
      cluster?: string | undefined;
      clusterHeader?: string | undefined;
      runtimeFraction?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
      traceSampled?: google.protobuf.BoolValue | undefined;
      disableShadowHostSuffixAppend?: boolean | undefined;
      requestHeadersMutations?: readonly envoy.config.common.mutation_rules.v3.HeaderMutation[] | undefined;
      hostRewriteLiteral?: string | undefined;
     }
     interface HashPolicy {
      header?: RouteAction.HashPolicy.Header | undefined;
      cookie?: RouteAction.HashPolicy.Cookie | undefined;
      connectionProperties?: RouteAction.HashPolicy.ConnectionProperties | undefined;
      queryParameter?: RouteAction.HashPolicy.QueryParameter | undefined;
      filterState?: RouteAction.HashPolicy.FilterState | undefined;
      terminal?: boolean | undefined;
     }
     namespace HashPolicy {
      interface Header {
       headerName?: string | undefined;
       regexRewrite?: envoy.type.matcher.v3.RegexMatchAndSubstitute | undefined;
      }
      interface CookieAttribute {
       name?: string | undefined;
       value?: string | undefined;
      }
      interface Cookie {
       name?: string | undefined;
       ttl?: google.protobuf.Duration | undefined;
       path?: string | undefined;
       attributes?: readonly RouteAction.HashPolicy.CookieAttribute[] | undefined;
      }
      interface ConnectionProperties {
       sourceIp?: boolean | undefined;
      }
      interface QueryParameter {
       name?: string | undefined;
      }
      interface FilterState {
       key?: string | undefined;
      }
     }
     interface UpgradeConfig {
      upgradeType?: string | undefined;
      enabled?: google.protobuf.BoolValue | undefined;
      connectConfig?: RouteAction.UpgradeConfig.ConnectConfig | undefined;
     }
     namespace UpgradeConfig {
      interface ConnectConfig {
       proxyProtocolConfig?: envoy.config.core.v3.ProxyProtocolConfig | undefined;
       allowPost?: boolean | undefined;
      }
     }
     interface MaxStreamDuration {
      maxStreamDuration?: google.protobuf.Duration | undefined;
      grpcTimeoutHeaderMax?: google.protobuf.Duration | undefined;
      grpcTimeoutHeaderOffset?: google.protobuf.Duration | undefined;
     }
     type ClusterNotFoundResponseCode = 0 | 1 | 2;
     type InternalRedirectAction = 0 | 1;
    }
    interface RetryPolicy {
     retryOn?: string | undefined;
     numRetries?: google.protobuf.UInt32Value | undefined;
     perTryTimeout?: google.protobuf.Duration | undefined;
     perTryIdleTimeout?: google.protobuf.Duration | undefined;
     retryPriority?: RetryPolicy.RetryPriority | undefined;
     retryHostPredicate?: readonly RetryPolicy.RetryHostPredicate[] | undefined;
     retryOptionsPredicates?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
     hostSelectionRetryMaxAttempts?: number | undefined;
     retriableStatusCodes?: readonly number[] | undefined;
     retryBackOff?: RetryPolicy.RetryBackOff | undefined;
     rateLimitedRetryBackOff?: RetryPolicy.RateLimitedRetryBackOff | undefined;
     retriableHeaders?: readonly HeaderMatcher[] | undefined;
     retriableRequestHeaders?: readonly HeaderMatcher[] | undefined;
     refreshClusterOnRetry?: boolean | undefined;
    }
    namespace RetryPolicy {
     interface RetryPriority {
      name?: string | undefined;
      typedConfig?: google.protobuf.Any | undefined;
     }
     interface RetryHostPredicate {
      name?: string | undefined;
      typedConfig?: google.protobuf.Any | undefined;
     }
     interface RetryBackOff {
      baseInterval?: google.protobuf.Duration | undefined;
      maxInterval?: google.protobuf.Duration | undefined;
     }
     interface ResetHeader {
      name?: string | undefined;
      format?: RetryPolicy.ResetHeaderFormat | undefined;
     }
     interface RateLimitedRetryBackOff {
      resetHeaders?: readonly RetryPolicy.ResetHeader[] | undefined;
      maxInterval?: google.protobuf.Duration | undefined;
     }
     type ResetHeaderFormat = 0 | 1;
    }
    interface HedgePolicy {
     initialRequests?: google.protobuf.UInt32Value | undefined;
     additionalRequestChance?: envoy.type.v3.FractionalPercent | undefined;
     hedgeOnPerTryTimeout?: boolean | undefined;
    }
    interface RedirectAction {
     httpsRedirect?: boolean | undefined;
     schemeRedirect?: string | undefined;
     hostRedirect?: string | undefined;
     portRedirect?: number | undefined;
     pathRedirect?: string | undefined;
     prefixRewrite?: string | undefined;
     regexRewrite?: envoy.type.matcher.v3.RegexMatchAndSubstitute | undefined;
     pathRewrite?: string | undefined;
     responseCode?: RedirectAction.RedirectResponseCode | undefined;
     stripQuery?: boolean | undefined;
    }
    namespace RedirectAction {
     type RedirectResponseCode = 0 | 1 | 2 | 3 | 4;
    }
    interface DirectResponseAction {
     status?: number | undefined;
     body?: envoy.config.core.v3.DataSource | undefined;
     bodyFormat?: envoy.config.core.v3.SubstitutionFormatString | undefined;
    }
    interface NonForwardingAction {
    }
    interface Decorator {
     operation?: string | undefined;
     propagate?: google.protobuf.BoolValue | undefined;
    }
    interface Tracing {
     clientSampling?: envoy.type.v3.FractionalPercent | undefined;
     randomSampling?: envoy.type.v3.FractionalPercent | undefined;
     overallSampling?: envoy.type.v3.FractionalPercent | undefined;
     customTags?: readonly envoy.type.tracing.v3.CustomTag[] | undefined;
     operation?: string | undefined;
     upstreamOperation?: string | undefined;
    }
    interface VirtualCluster {
     headers?: readonly HeaderMatcher[] | undefined;
     name?: string | undefined;
    }
    interface RateLimit {
     stage?: google.protobuf.UInt32Value | undefined;
     disableKey?: string | undefined;
     actions?: readonly RateLimit.Action[] | undefined;
     limit?: RateLimit.Override | undefined;
     hitsAddend?: RateLimit.HitsAddend | undefined;
     applyOnStreamDone?: boolean | undefined;
     xRatelimitOption?: RateLimit.XRateLimitOption | undefined;
    }
    namespace RateLimit {
     interface Action {
      sourceCluster?: RateLimit.Action.SourceCluster | undefined;
      destinationCluster?: RateLimit.Action.DestinationCluster | undefined;
      requestHeaders?: RateLimit.Action.RequestHeaders | undefined;
      queryParameters?: RateLimit.Action.QueryParameters | undefined;
      remoteAddress?: RateLimit.Action.RemoteAddress | undefined;
      genericKey?: RateLimit.Action.GenericKey | undefined;
      headerValueMatch?: RateLimit.Action.HeaderValueMatch | undefined;
      dynamicMetadata?: RateLimit.Action.DynamicMetaData | undefined;
      metadata?: RateLimit.Action.MetaData | undefined;
      extension?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      maskedRemoteAddress?: RateLimit.Action.MaskedRemoteAddress | undefined;
      queryParameterValueMatch?: RateLimit.Action.QueryParameterValueMatch | undefined;
      remoteAddressMatch?: RateLimit.Action.RemoteAddressMatch | undefined;
     }
     namespace Action {
      interface SourceCluster {
      }
      interface DestinationCluster {
      }
      interface RequestHeaders {
       headerName?: string | undefined;
       descriptorKey?: string | undefined;
       skipIfAbsent?: boolean | undefined;
      }
      interface QueryParameters {
       queryParameterName?: string | undefined;
       descriptorKey?: string | undefined;
       skipIfAbsent?: boolean | undefined;
      }
      interface RemoteAddress {
      }
      interface MaskedRemoteAddress {
       v4PrefixMaskLen?: google.protobuf.UInt32Value | undefined;
       v6PrefixMaskLen?: google.protobuf.UInt32Value | undefined;
      }
      interface GenericKey {
       descriptorValue?: string | undefined;
       defaultValue?: string | undefined;
       descriptorKey?: string | undefined;
      }
      interface HeaderValueMatch {
       descriptorValue?: string | undefined;
       defaultValue?: string | undefined;
       descriptorKey?: string | undefined;
       expectMatch?: google.protobuf.BoolValue | undefined;
       headers?: readonly HeaderMatcher[] | undefined;
      }
      interface DynamicMetaData {
       descriptorKey?: string | undefined;
       metadataKey?: envoy.type.metadata.v3.MetadataKey | undefined;
       defaultValue?: string | undefined;
      }
      interface MetaData {
       descriptorKey?: string | undefined;
       metadataKey?: envoy.type.metadata.v3.MetadataKey | undefined;
       defaultValue?: string | undefined;
       source?: RateLimit.Action.MetaData.Source | undefined;
       skipIfAbsent?: boolean | undefined;
      }
      namespace MetaData {
       type Source = 0 | 1 | 2 | 3;
      }
      interface QueryParameterValueMatch {
       descriptorValue?: string | undefined;
       defaultValue?: string | undefined;
       descriptorKey?: string | undefined;
       expectMatch?: google.protobuf.BoolValue | undefined;
       queryParameters?: readonly QueryParameterMatcher[] | undefined;
      }
      interface RemoteAddressMatch {
       descriptorValue?: string | undefined;
       descriptorKey?: string | undefined;
       defaultValue?: string | undefined;
       addressMatcher?: envoy.type.matcher.v3.AddressMatcher | undefined;
      }
     }
     interface Override {
      dynamicMetadata?: RateLimit.Override.DynamicMetadata | undefined;
      rateLimit?: RateLimit.Override.RateLimitOverride | undefined;
     }
     namespace Override {
      interface DynamicMetadata {
       metadataKey?: envoy.type.metadata.v3.MetadataKey | undefined;
      }
      interface RateLimitOverride {
       requestsPerUnit?: number | undefined;
       unit?: envoy.type.v3.RateLimitUnit | undefined;
      }
     }
     interface HitsAddend {
      number?: google.protobuf.UInt64Value | undefined;
      format?: string | undefined;
      isNegativeHits?: boolean | undefined;
     }
     type XRateLimitOption = 0 | 1 | 2;
    }
    interface HeaderMatcher {
     name?: string | undefined;
     exactMatch?: string | undefined;
     safeRegexMatch?: envoy.type.matcher.v3.RegexMatcher | undefined;
     rangeMatch?: envoy.type.v3.Int64Range | undefined;
     presentMatch?: boolean | undefined;
     prefixMatch?: string | undefined;
     suffixMatch?: string | undefined;
     containsMatch?: string | undefined;
     stringMatch?: envoy.type.matcher.v3.StringMatcher | undefined;
     invertMatch?: boolean | undefined;
     treatMissingHeaderAsEmpty?: boolean | undefined;
    }
    interface QueryParameterMatcher {
     name?: string | undefined;
     stringMatch?: envoy.type.matcher.v3.StringMatcher | undefined;
     presentMatch?: boolean | undefined;
    }
    interface CookieMatcher {
     name?: string | undefined;
     stringMatch?: envoy.type.matcher.v3.StringMatcher | undefined;
     invertMatch?: boolean | undefined;
    }
    interface InternalRedirectPolicy {
     maxInternalRedirects?: google.protobuf.UInt32Value | undefined;
     redirectResponseCodes?: readonly number[] | undefined;
     predicates?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
     allowCrossSchemeRedirect?: boolean | undefined;
     responseHeadersToCopy?: readonly string[] | undefined;
    }
    interface FilterConfig {
     config?: google.protobuf.Any | undefined;
     isOptional?: boolean | undefined;
     disabled?: boolean | undefined;
    }
    interface RouteConfiguration {
     name?: string | undefined;
     virtualHosts?: readonly VirtualHost[] | undefined;
     vhds?: Vhds | undefined;
     internalOnlyHeaders?: readonly string[] | undefined;
     responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     responseHeadersToRemove?: readonly string[] | undefined;
     requestHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     requestHeadersToRemove?: readonly string[] | undefined;
     mostSpecificHeaderMutationsWins?: boolean | undefined;
     validateClusters?: google.protobuf.BoolValue | undefined;
     maxDirectResponseBodySizeBytes?: google.protobuf.UInt32Value | undefined;
     clusterSpecifierPlugins?: readonly ClusterSpecifierPlugin[] | undefined;
     requestMirrorPolicies?: readonly RouteAction.RequestMirrorPolicy[] | undefined;
     ignorePortInHostMatching?: boolean | undefined;
     vhostHeader?: string | undefined;
     ignorePathParametersInPathMatching?: boolean | undefined;
     typedPerFilterConfig?: Dict<google.protobuf.Any> | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     routeSpecifiers?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
    }
    interface Vhds {
     configSource?: envoy.config.core.v3.ConfigSource | undefined;
    }
    interface ScopedRouteConfiguration {
     onDemand?: boolean | undefined;
     name?: string | undefined;
     routeConfigurationName?: string | undefined;
     routeConfiguration?: RouteConfiguration | undefined;
     key?: ScopedRouteConfiguration.Key | undefined;
    }
    namespace ScopedRouteConfiguration {
     interface Key {
      fragments?: readonly ScopedRouteConfiguration.Key.Fragment[] | undefined;
     }
     namespace Key {
      interface Fragment {
       stringKey?: string | undefined;
      }
     }
    }
   }
  }
  namespace accesslog {
   namespace v3 {
    interface AccessLog {
     name?: string | undefined;
     filter?: AccessLogFilter | undefined;
     typedConfig?: google.protobuf.Any | undefined;
    }
    interface AccessLogFilter {
     statusCodeFilter?: StatusCodeFilter | undefined;
     durationFilter?: DurationFilter | undefined;
     notHealthCheckFilter?: NotHealthCheckFilter | undefined;
     traceableFilter?: TraceableFilter | undefined;
     runtimeFilter?: RuntimeFilter | undefined;
     andFilter?: AndFilter | undefined;
     orFilter?: OrFilter | undefined;
     headerFilter?: HeaderFilter | undefined;
     responseFlagFilter?: ResponseFlagFilter | undefined;
     grpcStatusFilter?: GrpcStatusFilter | undefined;
     extensionFilter?: ExtensionFilter | undefined;
     metadataFilter?: MetadataFilter | undefined;
     logTypeFilter?: LogTypeFilter | undefined;
    }
    interface ComparisonFilter {
     op?: ComparisonFilter.Op | undefined;
     value?: envoy.config.core.v3.RuntimeUInt32 | undefined;
    }
    namespace ComparisonFilter {
     type Op = 0 | 1 | 2 | 3;
    }
    interface StatusCodeFilter {
     comparison?: ComparisonFilter | undefined;
    }
    interface DurationFilter {
     comparison?: ComparisonFilter | undefined;
    }
    interface NotHealthCheckFilter {
    }
    interface TraceableFilter {
    }
    interface RuntimeFilter {
     runtimeKey?: string | undefined;
     percentSampled?: envoy.type.v3.FractionalPercent | undefined;
     useIndependentRandomness?: boolean | undefined;
    }
    interface AndFilter {
     filters?: readonly AccessLogFilter[] | undefined;
    }
    interface OrFilter {
     filters?: readonly AccessLogFilter[] | undefined;
    }
    interface HeaderFilter {
     header?: envoy.config.route.v3.HeaderMatcher | undefined;
    }
    interface ResponseFlagFilter {
     flags?: readonly string[] | undefined;
    }
    interface GrpcStatusFilter {
     statuses?: readonly GrpcStatusFilter.Status[] | undefined;
     exclude?: boolean | undefined;
    }
    namespace GrpcStatusFilter {
     type Status = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;
    }
    interface MetadataFilter {
     matcher?: envoy.type.matcher.v3.MetadataMatcher | undefined;
     matchIfKeyNotFound?: google.protobuf.BoolValue | undefined;
    }
    interface LogTypeFilter {
     types?: readonly envoy.data.accesslog.v3.AccessLogType[] | undefined;
     exclude?: boolean | undefined;
    }
    interface ExtensionFilter {
     name?: string | undefined;
     typedConfig?: google.protobuf.Any | undefined;
    }
   }
  }
  namespace endpoint {
   namespace v3 {
    interface Endpoint {
     address?: envoy.config.core.v3.Address | undefined;
     healthCheckConfig?: Endpoint.HealthCheckConfig | undefined;
     hostname?: string | undefined;
     additionalAddresses?: readonly Endpoint.AdditionalAddress[] | undefined;
     observabilityName?: string | undefined;
    }
    namespace Endpoint {
     interface HealthCheckConfig {
      portValue?: number | undefined;
      hostname?: string | undefined;
      address?: envoy.config.core.v3.Address | undefined;
      disableActiveHealthCheck?: boolean | undefined;
     }
     interface AdditionalAddress {
      address?: envoy.config.core.v3.Address | undefined;
     }
    }
    interface LbEndpoint {
     endpoint?: Endpoint | undefined;
     endpointName?: string | undefined;
     healthStatus?: envoy.config.core.v3.HealthStatus | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     loadBalancingWeight?: google.protobuf.UInt32Value | undefined;
    }
    interface LbEndpointCollection {
     entries?: readonly xds.core.v3.CollectionEntry[] | undefined;
    }
    interface LedsClusterLocalityConfig {
     ledsConfig?: envoy.config.core.v3.ConfigSource | undefined;
     ledsCollectionName?: string | undefined;
    }
    interface LocalityLbEndpoints {
     locality?: envoy.config.core.v3.Locality | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     lbEndpoints?: readonly LbEndpoint[] | undefined;
     loadBalancerEndpoints?: LocalityLbEndpoints.LbEndpointList | undefined;
     ledsClusterLocalityConfig?: LedsClusterLocalityConfig | undefined;
     loadBalancingWeight?: google.protobuf.UInt32Value | undefined;
     priority?: number | undefined;
     proximity?: google.protobuf.UInt32Value | undefined;
    }
    namespace LocalityLbEndpoints {
     interface LbEndpointList {
      lbEndpoints?: readonly LbEndpoint[] | undefined;
     }
    }
    interface ClusterLoadAssignment {
     clusterName?: string | undefined;
     endpoints?: readonly LocalityLbEndpoints[] | undefined;
     namedEndpoints?: Dict<Endpoint> | undefined;
     policy?: ClusterLoadAssignment.Policy | undefined;
    }
    namespace ClusterLoadAssignment {
     interface Policy {
      dropOverloads?: readonly ClusterLoadAssignment.Policy.DropOverload[] | undefined;
      overprovisioningFactor?: google.protobuf.UInt32Value | undefined;
      endpointStaleAfter?: google.protobuf.Duration | undefined;
      weightedPriorityHealth?: boolean | undefined;
     }
     namespace Policy {
      interface DropOverload {
       category?: string | undefined;
       dropPercentage?: envoy.type.v3.FractionalPercent | undefined;
      }
     }
    }
    interface UpstreamLocalityStats {
     locality?: envoy.config.core.v3.Locality | undefined;
     totalSuccessfulRequests?: number | undefined;
     totalRequestsInProgress?: number | undefined;
     totalErrorRequests?: number | undefined;
     totalIssuedRequests?: number | undefined;
     totalActiveConnections?: number | undefined;
     totalNewConnections?: number | undefined;
     totalFailConnections?: number | undefined;
     cpuUtilization?: UnnamedEndpointLoadMetricStats | undefined;
     memUtilization?: UnnamedEndpointLoadMetricStats | undefined;
     applicationUtilization?: UnnamedEndpointLoadMetricStats | undefined;
     loadMetricStats?: readonly EndpointLoadMetricStats[] | undefined;
     upstreamEndpointStats?: readonly UpstreamEndpointStats[] | undefined;
     priority?: number | undefined;
    }
    interface UpstreamEndpointStats {
     address?: envoy.config.core.v3.Address | undefined;
     metadata?: google.protobuf.Struct | undefined;
     totalSuccessfulRequests?: number | undefined;
     totalRequestsInProgress?: number | undefined;
     totalErrorRequests?: number | undefined;
     totalIssuedRequests?: number | undefined;
     loadMetricStats?: readonly EndpointLoadMetricStats[] | undefined;
    }
    interface EndpointLoadMetricStats {
     metricName?: string | undefined;
     numRequestsFinishedWithMetric?: number | undefined;
     totalMetricValue?: number | undefined;
    }
    interface UnnamedEndpointLoadMetricStats {
     numRequestsFinishedWithMetric?: number | undefined;
     totalMetricValue?: number | undefined;
    }
    interface ClusterStats {
     clusterName?: string | undefined;
     clusterServiceName?: string | undefined;
     upstreamLocalityStats?: readonly UpstreamLocalityStats[] | undefined;
     totalDroppedRequests?: number | undefined;
     droppedRequests?: readonly ClusterStats.DroppedRequests[] | undefined;
     loadReportInterval?: google.protobuf.Duration | undefined;
    }
    namespace ClusterStats {
     interface DroppedRequests {
      category?: string | undefined;
      droppedCount?: number | undefined;
     }
    }
   }
  }
  namespace metrics {
   namespace v3 {
    interface StatsSink {
     name?: string | undefined;
     typedConfig?: google.protobuf.Any | undefined;
    }
    interface StatsConfig {
     statsTags?: readonly TagSpecifier[] | undefined;
     useAllDefaultTags?: google.protobuf.BoolValue | undefined;
     statsMatcher?: StatsMatcher | undefined;
     histogramBucketSettings?: readonly HistogramBucketSettings[] | undefined;
     allowDefaultTagOverrides?: google.protobuf.BoolValue | undefined;
    }
    interface StatsMatcher {
     rejectAll?: boolean | undefined;
     exclusionList?: envoy.type.matcher.v3.ListStringMatcher | undefined;
     inclusionList?: envoy.type.matcher.v3.ListStringMatcher | undefined;
    }
    interface TagSpecifier {
     tagName?: string | undefined;
     regex?: string | undefined;
     fixedValue?: string | undefined;
    }
    interface HistogramBucketSettings {
     match?: envoy.type.matcher.v3.StringMatcher | undefined;
     buckets?: readonly number[] | undefined;
     bins?: google.protobuf.UInt32Value | undefined;
    }
    interface StatsdSink {
     address?: envoy.config.core.v3.Address | undefined;
     tcpClusterName?: string | undefined;
     prefix?: string | undefined;
     scaleHistogramUnitsToMilliseconds?: boolean | undefined;
    }
    interface DogStatsdSink {
     address?: envoy.config.core.v3.Address | undefined;
     prefix?: string | undefined;
     maxBytesPerDatagram?: google.protobuf.UInt64Value | undefined;
     scaleHistogramUnitsToMilliseconds?: boolean | undefined;
    }
    interface HystrixSink {
     numBuckets?: number | undefined;
    }
    interface MetricsServiceConfig {
     grpcService?: envoy.config.core.v3.GrpcService | undefined;
     transportApiVersion?: envoy.config.core.v3.ApiVersion | undefined;
     reportCountersAsDeltas?: google.protobuf.BoolValue | undefined;
     emitTagsAsLabels?: boolean | undefined;
     histogramEmitMode?: HistogramEmitMode | undefined;
     batchSize?: number | undefined;
    }
    type HistogramEmitMode = 0 | 1 | 2;
   }
  }
  namespace listener {
   namespace v3 {
    interface ApiListener {
     apiListener?: google.protobuf.Any | undefined;
    }
    interface Filter {
     name?: string | undefined;
     typedConfig?: google.protobuf.Any | undefined;
     configDiscovery?: envoy.config.core.v3.ExtensionConfigSource | undefined;
    }
    interface FilterChainMatch {
     destinationPort?: google.protobuf.UInt32Value | undefined;
     prefixRanges?: readonly envoy.config.core.v3.CidrRange[] | undefined;
     addressSuffix?: string | undefined;
     suffixLen?: google.protobuf.UInt32Value | undefined;
     directSourcePrefixRanges?: readonly envoy.config.core.v3.CidrRange[] | undefined;
     sourceType?: FilterChainMatch.ConnectionSourceType | undefined;
     sourcePrefixRanges?: readonly envoy.config.core.v3.CidrRange[] | undefined;
     sourcePorts?: readonly number[] | undefined;
     serverNames?: readonly string[] | undefined;
     transportProtocol?: string | undefined;
     applicationProtocols?: readonly string[] | undefined;
    }
    namespace FilterChainMatch {
     type ConnectionSourceType = 0 | 1 | 2;
    }
    interface FilterChain {
     filterChainMatch?: FilterChainMatch | undefined;
     filters?: readonly Filter[] | undefined;
     useProxyProto?: google.protobuf.BoolValue | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     transportSocket?: envoy.config.core.v3.TransportSocket | undefined;
     transportSocketConnectTimeout?: google.protobuf.Duration | undefined;
     name?: string | undefined;
    }
    interface ListenerFilterChainMatchPredicate {
     orMatch?: ListenerFilterChainMatchPredicate.MatchSet | undefined;
     andMatch?: ListenerFilterChainMatchPredicate.MatchSet | undefined;
     notMatch?: ListenerFilterChainMatchPredicate | undefined;
     anyMatch?: boolean | undefined;
     destinationPortRange?: envoy.type.v3.Int32Range | undefined;
    }
    namespace ListenerFilterChainMatchPredicate {
     interface MatchSet {
      rules?: readonly ListenerFilterChainMatchPredicate[] | undefined;
     }
    }
    interface ListenerFilter {
     name?: string | undefined;
     typedConfig?: google.protobuf.Any | undefined;
     configDiscovery?: envoy.config.core.v3.ExtensionConfigSource | undefined;
     filterDisabled?: ListenerFilterChainMatchPredicate | undefined;
    }
    interface QuicProtocolOptions {
     quicProtocolOptions?: envoy.config.core.v3.QuicProtocolOptions | undefined;
     idleTimeout?: google.protobuf.Duration | undefined;
     cryptoHandshakeTimeout?: google.protobuf.Duration | undefined;
     enabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
     packetsToReadToConnectionCountRatio?: google.protobuf.UInt32Value | undefined;
     cryptoStreamConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     proofSourceConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     connectionIdGeneratorConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     serverPreferredAddressConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     sendDisableActiveMigration?: google.protobuf.BoolValue | undefined;
     connectionDebugVisitorConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     saveCmsgConfig?: readonly envoy.config.core.v3.SocketCmsgHeaders[] | undefined;
     rejectNewConnections?: boolean | undefined;
     maxSessionsPerEventLoop?: google.protobuf.UInt32Value | undefined;
    }
    interface UdpListenerConfig {
     downstreamSocketConfig?: envoy.config.core.v3.UdpSocketConfig | undefined;
     quicOptions?: QuicProtocolOptions | undefined;
     udpPacketPacketWriterConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
    }
    interface ActiveRawUdpListenerConfig {
    }
    interface AdditionalAddress {
     address?: envoy.config.core.v3.Address | undefined;
     socketOptions?: envoy.config.core.v3.SocketOptionsOverride | undefined;
     tcpKeepalive?: envoy.config.core.v3.TcpKeepalive | undefined;
    }
    interface ListenerCollection {
     entries?: readonly xds.core.v3.CollectionEntry[] | undefined;
    }
    interface Listener {
     name?: string | undefined;
     address?: envoy.config.core.v3.Address | undefined;
     additionalAddresses?: readonly AdditionalAddress[] | undefined;
     statPrefix?: string | undefined;
     statsMatcher?: envoy.config.metrics.v3.StatsMatcher | undefined;
     filterChains?: readonly FilterChain[] | undefined;
     fcdsConfig?: Listener.FcdsConfig | undefined;
     filterChainMatcher?: xds.type.matcher.v3.Matcher | undefined;
     useOriginalDst?: google.protobuf.BoolValue | undefined;
     defaultFilterChain?: FilterChain | undefined;
     perConnectionBufferLimitBytes?: google.protobuf.UInt32Value | undefined;
     perConnectionBufferHighWatermarkTimeout?: google.protobuf.Duration | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     deprecatedV1?: Listener.DeprecatedV1 | undefined;
     drainType?: Listener.DrainType | undefined;
     listenerFilters?: readonly ListenerFilter[] | undefined;
     listenerFiltersTimeout?: google.protobuf.Duration | undefined;
     continueOnListenerFiltersTimeout?: boolean | undefined;
     transparent?: google.protobuf.BoolValue | undefined;
     freebind?: google.protobuf.BoolValue | undefined;
     socketOptions?: readonly envoy.config.core.v3.SocketOption[] | undefined;
     tcpFastOpenQueueLength?: google.protobuf.UInt32Value | undefined;
     trafficDirection?: envoy.config.core.v3.TrafficDirection | undefined;
     udpListenerConfig?: UdpListenerConfig | undefined;
     apiListener?: ApiListener | undefined;
     connectionBalanceConfig?: Listener.ConnectionBalanceConfig | undefined;
     reusePort?: boolean | undefined;
     enableReusePort?: google.protobuf.BoolValue | undefined;
     accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
     tcpBacklogSize?: google.protobuf.UInt32Value | undefined;
     maxConnectionsToAcceptPerSocketEvent?: google.protobuf.UInt32Value | undefined;
     bindToPort?: google.protobuf.BoolValue | undefined;
     internalListener?: Listener.InternalListenerConfig | undefined;
     enableMptcp?: boolean | undefined;
     ignoreGlobalConnLimit?: boolean | undefined;
     bypassOverloadManager?: boolean | undefined;
     tcpKeepalive?: envoy.config.core.v3.TcpKeepalive | undefined;
    }
    namespace Listener {
     interface DeprecatedV1 {
      bindToPort?: google.protobuf.BoolValue | undefined;
     }
     interface ConnectionBalanceConfig {
      exactBalance?: Listener.ConnectionBalanceConfig.ExactBalance | undefined;
      extendBalance?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      cpuLocalityBalance?: Listener.ConnectionBalanceConfig.CpuLocalityBalance | undefined;
     }
     namespace ConnectionBalanceConfig {
      interface ExactBalance {
      }
      interface CpuLocalityBalance {
      }
     }
     interface InternalListenerConfig {
     }
     interface FcdsConfig {
      name?: string | undefined;
      configSource?: envoy.config.core.v3.ConfigSource | undefined;
     }
     type DrainType = 0 | 1;
    }
   }
  }
  namespace overload {
   namespace v3 {
    interface ResourceMonitor {
     name?: string | undefined;
     typedConfig?: google.protobuf.Any | undefined;
    }
    interface ThresholdTrigger {
     value?: number | undefined;
    }
    interface ScaledTrigger {
     scalingThreshold?: number | undefined;
     saturationThreshold?: number | undefined;
    }
    interface Trigger {
     name?: string | undefined;
     threshold?: ThresholdTrigger | undefined;
     scaled?: ScaledTrigger | undefined;
    }
    interface ScaleTimersOverloadActionConfig {
     timerScaleFactors?: readonly ScaleTimersOverloadActionConfig.ScaleTimer[] | undefined;
    }
    namespace ScaleTimersOverloadActionConfig {
     interface ScaleTimer {
      timer?: ScaleTimersOverloadActionConfig.TimerType | undefined;
      minTimeout?: google.protobuf.Duration | undefined;
      minScale?: envoy.type.v3.Percent | undefined;
     }
     type TimerType = 0 | 1 | 2 | 3 | 4 | 5;
    }
    interface ShrinkHeapConfig {
     timerInterval?: google.protobuf.Duration | undefined;
     maxUnfreedMemoryBytes?: google.protobuf.UInt64Value | undefined;
    }
    interface OverloadAction {
     name?: string | undefined;
     triggers?: readonly Trigger[] | undefined;
     typedConfig?: google.protobuf.Any | undefined;
    }
    interface LoadShedPoint {
     name?: string | undefined;
     triggers?: readonly Trigger[] | undefined;
    }
    interface BufferFactoryConfig {
     minimumAccountToTrackPowerOfTwo?: number | undefined;
    }
    interface OverloadManager {
     refreshInterval?: google.protobuf.Duration | undefined;
     resourceMonitors?: readonly ResourceMonitor[] | undefined;
     actions?: readonly OverloadAction[] | undefined;
     loadshedPoints?: readonly LoadShedPoint[] | undefined;
     bufferFactoryConfig?: BufferFactoryConfig | undefined;
    }
   }
  }
  namespace trace {
   namespace v3 {
    interface Tracing {
     http?: Tracing.Http | undefined;
    }
    namespace Tracing {
     interface Http {
      name?: string | undefined;
      typedConfig?: google.protobuf.Any | undefined;
     }
    }
    interface DatadogRemoteConfig {
     pollingInterval?: google.protobuf.Duration | undefined;
    }
    interface DatadogConfig {
     collectorCluster?: string | undefined;
     serviceName?: string | undefined;
     collectorHostname?: string | undefined;
     remoteConfig?: DatadogRemoteConfig | undefined;
    }
    interface DynamicOtConfig {
     library?: string | undefined;
     config?: google.protobuf.Struct | undefined;
    }
    interface LightstepConfig {
     collectorCluster?: string | undefined;
     accessTokenFile?: string | undefined;
     accessToken?: envoy.config.core.v3.DataSource | undefined;
     propagationModes?: readonly LightstepConfig.PropagationMode[] | undefined;
    }
    namespace LightstepConfig {
     type PropagationMode = 0 | 1 | 2 | 3;
    }
    interface OpenTelemetryConfig {
     grpcService?: envoy.config.core.v3.GrpcService | undefined;
     httpService?: envoy.config.core.v3.HttpService | undefined;
     exporter?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     serviceName?: string | undefined;
     resourceDetectors?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
     sampler?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     maxCacheSize?: google.protobuf.UInt32Value | undefined;
     setTelemetrySdkResourceAttributes?: google.protobuf.BoolValue | undefined;
     setServiceNameResourceAttribute?: google.protobuf.BoolValue | undefined;
     setInstrumentationScope?: google.protobuf.BoolValue | undefined;
    }
    interface TraceServiceConfig {
     grpcService?: envoy.config.core.v3.GrpcService | undefined;
    }
    interface SkyWalkingConfig {
     grpcService?: envoy.config.core.v3.GrpcService | undefined;
     clientConfig?: ClientConfig | undefined;
    }
    interface ClientConfig {
     serviceName?: string | undefined;
     instanceName?: string | undefined;
     backendToken?: string | undefined;
     maxCacheSize?: google.protobuf.UInt32Value | undefined;
    }
    interface ZipkinConfig {
     collectorCluster?: string | undefined;
     collectorEndpoint?: string | undefined;
     traceId128bit?: boolean | undefined;
     sharedSpanContext?: google.protobuf.BoolValue | undefined;
     collectorEndpointVersion?: ZipkinConfig.CollectorEndpointVersion | undefined;
     collectorHostname?: string | undefined;
     splitSpansForRequest?: boolean | undefined;
     traceContextOption?: ZipkinConfig.TraceContextOption | undefined;
     collectorService?: envoy.config.core.v3.HttpService | undefined;
     timestampTraceIds?: boolean | undefined;
    }
    namespace ZipkinConfig {
     type TraceContextOption = 0 | 1;
     type CollectorEndpointVersion = 0 | 1 | 2 | 3;
    }
    interface XRayConfig {
     daemonEndpoint?: envoy.config.core.v3.SocketAddress | undefined;
     segmentName?: string | undefined;
     samplingRuleManifest?: envoy.config.core.v3.DataSource | undefined;
     segmentFields?: XRayConfig.SegmentFields | undefined;
    }
    namespace XRayConfig {
     interface SegmentFields {
      origin?: string | undefined;
      aws?: google.protobuf.Struct | undefined;
     }
    }
   }
  }
  namespace bootstrap {
   namespace v3 {
    interface Bootstrap {
     node?: envoy.config.core.v3.Node | undefined;
     nodeContextParams?: readonly string[] | undefined;
     staticResources?: Bootstrap.StaticResources | undefined;
     dynamicResources?: Bootstrap.DynamicResources | undefined;
     clusterManager?: ClusterManager | undefined;
     hdsConfig?: envoy.config.core.v3.ApiConfigSource | undefined;
     flagsPath?: string | undefined;
     statsSinks?: readonly envoy.config.metrics.v3.StatsSink[] | undefined;
     deferredStatOptions?: Bootstrap.DeferredStatOptions | undefined;
     statsConfig?: envoy.config.metrics.v3.StatsConfig | undefined;
     statsFlushInterval?: google.protobuf.Duration | undefined;
     statsFlushOnAdmin?: boolean | undefined;
     statsEvictionInterval?: google.protobuf.Duration | undefined;
     watchdog?: Watchdog | undefined;
     watchdogs?: Watchdogs | undefined;
     tracing?: envoy.config.trace.v3.Tracing | undefined;
     layeredRuntime?: LayeredRuntime | undefined;
     admin?: Admin | undefined;
     overloadManager?: envoy.config.overload.v3.OverloadManager | undefined;
     enableDispatcherStats?: boolean | undefined;
     headerPrefix?: string | undefined;
     statsServerVersionOverride?: google.protobuf.UInt64Value | undefined;
     useTcpForDnsLookups?: boolean | undefined;
     dnsResolutionConfig?: envoy.config.core.v3.DnsResolutionConfig | undefined;
     typedDnsResolverConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     bootstrapExtensions?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
     fatalActions?: readonly FatalAction[] | undefined;
     configSources?: readonly envoy.config.core.v3.ConfigSource[] | undefined;
     defaultConfigSource?: envoy.config.core.v3.ConfigSource | undefined;
     defaultSocketInterface?: string | undefined;
     certificateProviderInstances?: Dict<envoy.config.core.v3.TypedExtensionConfig> | undefined;
     inlineHeaders?: readonly CustomInlineHeader[] | undefined;
     perfTracingFilePath?: string | undefined;
     defaultRegexEngine?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     xdsDelegateExtension?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     xdsConfigTrackerExtension?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     listenerManager?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     applicationLogConfig?: Bootstrap.ApplicationLogConfig | undefined;
     grpcAsyncClientManagerConfig?: Bootstrap.GrpcAsyncClientManagerConfig | undefined;
     memoryAllocatorManager?: MemoryAllocatorManager | undefined;
     enableWorkerCpuAffinity?: boolean | undefined;
    }
    namespace Bootstrap {
     interface StaticResources {
      listeners?: readonly envoy.config.listener.v3.Listener[] | undefined;
      clusters?: readonly envoy.config.cluster.v3.Cluster[] | undefined;
      secrets?: readonly envoy.extensions.transport_sockets.tls.v3.Secret[] | undefined;
     }
     interface DynamicResources {
      ldsConfig?: envoy.config.core.v3.ConfigSource | undefined;
      ldsResourcesLocator?: string | undefined;
      cdsConfig?: envoy.config.core.v3.ConfigSource | undefined;
      cdsResourcesLocator?: string | undefined;
      adsConfig?: envoy.config.core.v3.ApiConfigSource | undefined;
     }
     interface ApplicationLogConfig {
      logFormat?: Bootstrap.ApplicationLogConfig.LogFormat | undefined;
     }
     namespace ApplicationLogConfig {
      interface LogFormat {
       jsonFormat?: google.protobuf.Struct | undefined;
       textFormat?: string | undefined;
      }
     }
     interface DeferredStatOptions {
      enableDeferredCreationStats?: boolean | undefined;
     }
     interface GrpcAsyncClientManagerConfig {
      maxCachedEntryIdleDuration?: google.protobuf.Duration | undefined;
     }
    }
    interface Admin {
     accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
     accessLogPath?: string | undefined;
     profilePath?: string | undefined;
     address?: envoy.config.core.v3.Address | undefined;
     socketOptions?: readonly envoy.config.core.v3.SocketOption[] | undefined;
     ignoreGlobalConnLimit?: boolean | undefined;
     allowPaths?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
    }
    interface ClusterManager {
     localClusterName?: string | undefined;
     outlierDetection?: ClusterManager.OutlierDetection | undefined;
     upstreamBindConfig?: envoy.config.core.v3.BindConfig | undefined;
     loadStatsConfig?: envoy.config.core.v3.ApiConfigSource | undefined;
     enableDeferredClusterCreation?: boolean | undefined;
    }
    namespace ClusterManager {
     interface OutlierDetection {
      eventLogPath?: string | undefined;
      eventService?: envoy.config.core.v3.EventServiceConfig | undefined;
     }
    }
    interface Watchdogs {
     mainThreadWatchdog?: Watchdog | undefined;
     workerWatchdog?: Watchdog | undefined;
    }
    interface Watchdog {
     actions?: readonly Watchdog.WatchdogAction[] | undefined;
     missTimeout?: google.protobuf.Duration | undefined;
     megamissTimeout?: google.protobuf.Duration | undefined;
     killTimeout?: google.protobuf.Duration | undefined;
     maxKillTimeoutJitter?: google.protobuf.Duration | undefined;
     multikillTimeout?: google.protobuf.Duration | undefined;
     multikillThreshold?: envoy.type.v3.Percent | undefined;
    }
    namespace Watchdog {
     interface WatchdogAction {
      config?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      event?: Watchdog.WatchdogAction.WatchdogEvent | undefined;
     }
     namespace WatchdogAction {
      type WatchdogEvent = 0 | 1 | 2 | 3 | 4;
     }
    }
    interface FatalAction {
     config?: envoy.config.core.v3.TypedExtensionConfig | undefined;
    }
    interface Runtime {
     symlinkRoot?: string | undefined;
     subdirectory?: string | undefined;
     overrideSubdirectory?: string | undefined;
     base?: google.protobuf.Struct | undefined;
    }
    interface RuntimeLayer {
     name?: string | undefined;
     staticLayer?: google.protobuf.Struct | undefined;
     diskLayer?: RuntimeLayer.DiskLayer | undefined;
     adminLayer?: RuntimeLayer.AdminLayer | undefined;
     rtdsLayer?: RuntimeLayer.RtdsLayer | undefined;
    }
    namespace RuntimeLayer {
     interface DiskLayer {
      symlinkRoot?: string | undefined;
      subdirectory?: string | undefined;
      appendServiceCluster?: boolean | undefined;
     }
     interface AdminLayer {
     }
     interface RtdsLayer {
      name?: string | undefined;
      rtdsConfig?: envoy.config.core.v3.ConfigSource | undefined;
     }
    }
    interface LayeredRuntime {
     layers?: readonly RuntimeLayer[] | undefined;
    }
    interface CustomInlineHeader {
     inlineHeaderName?: string | undefined;
     inlineHeaderType?: CustomInlineHeader.InlineHeaderType | undefined;
    }
    namespace CustomInlineHeader {
     type InlineHeaderType = 0 | 1 | 2 | 3;
    }
    interface MemoryAllocatorManager {
     bytesToRelease?: number | undefined;
     memoryReleaseInterval?: google.protobuf.Duration | undefined;
     softMemoryLimitBytes?: google.protobuf.UInt64Value | undefined;
     maxPerCpuCacheSizeBytes?: google.protobuf.UInt32Value | undefined;
     maxUnfreedMemoryBytes?: number | undefined;
    }
    interface ListenerManager {
    }
    interface ValidationListenerManager {
    }
    interface ApiListenerManager {
     threadingModel?: ApiListenerManager.ThreadingModel | undefined;
    }
    namespace ApiListenerManager {
     type ThreadingModel = 0 | 1;
    }
   }
  }
  namespace tap {
   namespace v3 {
    interface TapConfig {
     matchConfig?: MatchPredicate | undefined;
     match?: envoy.config.common.matcher.v3.MatchPredicate | undefined;
     outputConfig?: OutputConfig | undefined;
     tapEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
    }
    interface MatchPredicate {
     orMatch?: MatchPredicate.MatchSet | undefined;
     andMatch?: MatchPredicate.MatchSet | undefined;
     notMatch?: MatchPredicate | undefined;
     anyMatch?: boolean | undefined;
     httpRequestHeadersMatch?: HttpHeadersMatch | undefined;
     httpRequestTrailersMatch?: HttpHeadersMatch | undefined;
     httpResponseHeadersMatch?: HttpHeadersMatch | undefined;
     httpResponseTrailersMatch?: HttpHeadersMatch | undefined;
     httpRequestGenericBodyMatch?: HttpGenericBodyMatch | undefined;
     httpResponseGenericBodyMatch?: HttpGenericBodyMatch | undefined;
    }
    namespace MatchPredicate {
     interface MatchSet {
      rules?: readonly MatchPredicate[] | undefined;
     }
    }
    interface HttpHeadersMatch {
     headers?: readonly envoy.config.route.v3.HeaderMatcher[] | undefined;
    }
    interface HttpGenericBodyMatch {
     bytesLimit?: number | undefined;
     patterns?: readonly HttpGenericBodyMatch.GenericTextMatch[] | undefined;
    }
    namespace HttpGenericBodyMatch {
     interface GenericTextMatch {
      stringMatch?: string | undefined;
      binaryMatch?: Uint8Array | undefined;
     }
    }
    interface OutputConfig {
     sinks?: readonly OutputSink[] | undefined;
     maxBufferedRxBytes?: google.protobuf.UInt32Value | undefined;
     maxBufferedTxBytes?: google.protobuf.UInt32Value | undefined;
     streaming?: boolean | undefined;
     minStreamedSentBytes?: google.protobuf.UInt32Value | undefined;
    }
    interface OutputSink {
     format?: OutputSink.Format | undefined;
     streamingAdmin?: StreamingAdminSink | undefined;
     filePerTap?: FilePerTapSink | undefined;
     streamingGrpc?: StreamingGrpcSink | undefined;
     bufferedAdmin?: BufferedAdminSink | undefined;
     customSink?: envoy.config.core.v3.TypedExtensionConfig | undefined;
    }
    namespace OutputSink {
     type Format = 0 | 1 | 2 | 3 | 4;
    }
    interface StreamingAdminSink {
    }
    interface BufferedAdminSink {
     maxTraces?: number | undefined;
     timeout?: google.protobuf.Duration | undefined;
    }
    interface FilePerTapSink {
     pathPrefix?: string | undefined;
    }
    interface StreamingGrpcSink {
     tapId?: string | undefined;
     grpcService?: envoy.config.core.v3.GrpcService | undefined;
    }
   }
  }
  namespace grpc_credential {
   namespace v3 {
    interface FileBasedMetadataConfig {
     secretData?: envoy.config.core.v3.DataSource | undefined;
     headerKey?: string | undefined;
     headerPrefix?: string | undefined;
    }
   }
  }
  namespace ratelimit {
   namespace v3 {
    interface RateLimitServiceConfig {
     grpcService?: envoy.config.core.v3.GrpcService | undefined;
     transportApiVersion?: envoy.config.core.v3.ApiVersion | undefined;
    }
   }
  }
  namespace rbac {
   namespace v3 {
    interface RBAC {
     action?: RBAC.Action | undefined;
     policies?: Dict<Policy> | undefined;
     auditLoggingOptions?: RBAC.AuditLoggingOptions | undefined;
    }
    namespace RBAC {
     interface AuditLoggingOptions {
      auditCondition?: RBAC.AuditLoggingOptions.AuditCondition | undefined;
      loggerConfigs?: readonly RBAC.AuditLoggingOptions.AuditLoggerConfig[] | undefined;
     }
     namespace AuditLoggingOptions {
      interface AuditLoggerConfig {
       auditLogger?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       isOptional?: boolean | undefined;
      }
      type AuditCondition = 0 | 1 | 2 | 3;
     }
     type Action = 0 | 1 | 2;
    }
    interface Policy {
     permissions?: readonly Permission[] | undefined;
     principals?: readonly Principal[] | undefined;
     condition?: google.api.expr.v1alpha1.Expr | undefined;
     checkedCondition?: google.api.expr.v1alpha1.CheckedExpr | undefined;
     celConfig?: envoy.config.core.v3.CelExpressionConfig | undefined;
    }
    interface SourcedMetadata {
     metadataMatcher?: envoy.type.matcher.v3.MetadataMatcher | undefined;
     metadataSource?: MetadataSource | undefined;
    }
    interface Permission {
     andRules?: Permission.Set | undefined;
     orRules?: Permission.Set | undefined;
     any?: boolean | undefined;
     header?: envoy.config.route.v3.HeaderMatcher | undefined;
     urlPath?: envoy.type.matcher.v3.PathMatcher | undefined;
     destinationIp?: envoy.config.core.v3.CidrRange | undefined;
     destinationPort?: number | undefined;
     destinationPortRange?: envoy.type.v3.Int32Range | undefined;
     metadata?: envoy.type.matcher.v3.MetadataMatcher | undefined;
     notRule?: Permission | undefined;
     requestedServerName?: envoy.type.matcher.v3.StringMatcher | undefined;
     matcher?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     uriTemplate?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     sourcedMetadata?: SourcedMetadata | undefined;
    }
    namespace Permission {
     interface Set {
      rules?: readonly Permission[] | undefined;
     }
    }
    interface Principal {
     andIds?: Principal.Set | undefined;
     orIds?: Principal.Set | undefined;
     any?: boolean | undefined;
     authenticated?: Principal.Authenticated | undefined;
     sourceIp?: envoy.config.core.v3.CidrRange | undefined;
     directRemoteIp?: envoy.config.core.v3.CidrRange | undefined;
     remoteIp?: envoy.config.core.v3.CidrRange | undefined;
     header?: envoy.config.route.v3.HeaderMatcher | undefined;
     urlPath?: envoy.type.matcher.v3.PathMatcher | undefined;
     metadata?: envoy.type.matcher.v3.MetadataMatcher | undefined;
     filterState?: envoy.type.matcher.v3.FilterStateMatcher | undefined;
     notId?: Principal | undefined;
     sourcedMetadata?: SourcedMetadata | undefined;
     custom?: envoy.config.core.v3.TypedExtensionConfig | undefined;
    }
    namespace Principal {
     interface Set {
      ids?: readonly Principal[] | undefined;
     }
     interface Authenticated {
      principalName?: envoy.type.matcher.v3.StringMatcher | undefined;
     }
    }
    interface Action {
     name?: string | undefined;
     action?: RBAC.Action | undefined;
    }
    type MetadataSource = 0 | 1;
   }
  }
  namespace upstream {
   namespace local_address_selector {
    namespace v3 {
     interface DefaultLocalAddressSelector {
     }
    }
   }
  }
 }
 namespace type {
  namespace v3 {
   interface Percent {
    value?: number | undefined;
   }
   interface FractionalPercent {
    numerator?: number | undefined;
    denominator?: FractionalPercent.DenominatorType | undefined;
   }
   namespace FractionalPercent {
    type DenominatorType = 0 | 1 | 2;
   }
   interface SemanticVersion {
    majorNumber?: number | undefined;
    minorNumber?: number | undefined;
    patch?: number | undefined;
   }
   type CodecClientType = 0 | 1 | 2;
   interface Int64Range {
    start?: number | undefined;
    end?: number | undefined;
   }
   interface Int32Range {
    start?: number | undefined;
    end?: number | undefined;
   }
   interface DoubleRange {
    start?: number | undefined;
    end?: number | undefined;
   }
   type RateLimitUnit = 0 | 1 | 2 | 3 | 4 | 5 | 6;
   interface Scope {
    maxCounters?: google.protobuf.UInt32Value | undefined;
    maxGauges?: google.protobuf.UInt32Value | undefined;
    maxHistograms?: google.protobuf.UInt32Value | undefined;
    enableEviction?: boolean | undefined;
    prefix?: string | undefined;
    sharingName?: string | undefined;
   }
   interface TokenBucket {
    maxTokens?: number | undefined;
    tokensPerFill?: google.protobuf.UInt32Value | undefined;
    fillInterval?: google.protobuf.Duration | undefined;
   }
   interface HttpStatus {
    code?: StatusCode | undefined;
   }
   type StatusCode = 0 | 100 | 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226 | 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308 | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 421 | 422 | 423 | 424 | 426 | 428 | 429 | 431 | 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
   interface RateLimitStrategy {
    blanketRule?: RateLimitStrategy.BlanketRule | undefined;
    requestsPerTimeUnit?: RateLimitStrategy.RequestsPerTimeUnit | undefined;
    tokenBucket?: TokenBucket | undefined;
   }
   namespace RateLimitStrategy {
    interface RequestsPerTimeUnit {
     requestsPerTimeUnit?: number | undefined;
     timeUnit?: RateLimitUnit | undefined;
    }
    type BlanketRule = 0 | 1;
   }
   interface HashPolicy {
    sourceIp?: HashPolicy.SourceIp | undefined;
    filterState?: HashPolicy.FilterState | undefined;
   }
   namespace HashPolicy {
    interface SourceIp {
    }
    interface FilterState {
     key?: string | undefined;
    }
   }
  }
  namespace matcher {
   namespace v3 {
    interface RegexMatcher {
     googleRe2?: RegexMatcher.GoogleRE2 | undefined;
     regex?: string | undefined;
    }
    namespace RegexMatcher {
     interface GoogleRE2 {
      maxProgramSize?: google.protobuf.UInt32Value | undefined;
     }
    }
    interface RegexMatchAndSubstitute {
     pattern?: RegexMatcher | undefined;
     substitution?: string | undefined;
    }
    interface StringMatcher {
     exact?: string | undefined;
     prefix?: string | undefined;
     suffix?: string | undefined;
     safeRegex?: RegexMatcher | undefined;
     contains?: string | undefined;
     custom?: xds.core.v3.TypedExtensionConfig | undefined;
     ignoreCase?: boolean | undefined;
    }
    interface ListStringMatcher {
     patterns?: readonly StringMatcher[] | undefined;
    }
    interface AddressMatcher {
     ranges?: readonly xds.core.v3.CidrRange[] | undefined;
     invertMatch?: boolean | undefined;
    }
    interface FilterStateMatcher {
     key?: string | undefined;
     stringMatch?: StringMatcher | undefined;
     addressMatch?: AddressMatcher | undefined;
    }
    interface DoubleMatcher {
     range?: envoy.type.v3.DoubleRange | undefined;
     exact?: number | undefined;
    }
    interface ValueMatcher {
     nullMatch?: ValueMatcher.NullMatch | undefined;
     doubleMatch?: DoubleMatcher | undefined;
     stringMatch?: StringMatcher | undefined;
     boolMatch?: boolean | undefined;
     presentMatch?: boolean | undefined;
     listMatch?: ListMatcher | undefined;
     orMatch?: OrMatcher | undefined;
    }
    namespace ValueMatcher {
     interface NullMatch {
     }
    }
    interface ListMatcher {
     oneOf?: ValueMatcher | undefined;
    }
    interface OrMatcher {
     valueMatchers?: readonly ValueMatcher[] | undefined;
    }
    interface MetadataMatcher {
     filter?: string | undefined;
     path?: readonly MetadataMatcher.PathSegment[] | undefined;
     value?: ValueMatcher | undefined;
     invert?: boolean | undefined;
    }
    namespace MetadataMatcher {
     interface PathSegment {
      key?: string | undefined;
     }
    }
    interface PathMatcher {
     path?: StringMatcher | undefined;
    }
    interface StructMatcher {
     path?: readonly StructMatcher.PathSegment[] | undefined;
     value?: ValueMatcher | undefined;
    }
    namespace StructMatcher {
     interface PathSegment {
      key?: string | undefined;
     }
    }
    interface NodeMatcher {
     nodeId?: StringMatcher | undefined;
     nodeMetadatas?: readonly StructMatcher[] | undefined;
    }
    interface HttpRequestHeaderMatchInput {
     headerName?: string | undefined;
    }
    interface HttpRequestTrailerMatchInput {
     headerName?: string | undefined;
    }
    interface HttpResponseHeaderMatchInput {
     headerName?: string | undefined;
    }
    interface HttpResponseTrailerMatchInput {
     headerName?: string | undefined;
    }
    interface HttpRequestQueryParamMatchInput {
     queryParam?: string | undefined;
    }
    interface HttpResponseStatusCodeMatchInput {
    }
    interface HttpResponseStatusCodeClassMatchInput {
    }
    interface HttpResponseLocalReplyMatchInput {
    }
   }
  }
  namespace metadata {
   namespace v3 {
    interface MetadataKey {
     key?: string | undefined;
     path?: readonly MetadataKey.PathSegment[] | undefined;
    }
    namespace MetadataKey {
     interface PathSegment {
      key?: string | undefined;
      index?: number | undefined;
     }
    }
    interface MetadataKind {
     request?: MetadataKind.Request | undefined;
     route?: MetadataKind.Route | undefined;
     cluster?: MetadataKind.Cluster | undefined;
     host?: MetadataKind.Host | undefined;
    }
    namespace MetadataKind {
     interface Request {
     }
     interface Route {
     }
     interface Cluster {
     }
     interface Host {
     }
    }
   }
  }
  namespace tracing {
   namespace v3 {
    interface CustomTag {
     tag?: string | undefined;
     literal?: CustomTag.Literal | undefined;
     environment?: CustomTag.Environment | undefined;
     requestHeader?: CustomTag.Header | undefined;
     metadata?: CustomTag.Metadata | undefined;
     value?: string | undefined;
     valueType?: CustomTag.ValueType | undefined;
    }
    namespace CustomTag {
     interface Literal {
      value?: string | undefined;
     }
     interface Environment {
      name?: string | undefined;
      defaultValue?: string | undefined;
     }
     interface Header {
      name?: string | undefined;
      defaultValue?: string | undefined;
     }
     interface Metadata {
      kind?: envoy.type.metadata.v3.MetadataKind | undefined;
      metadataKey?: envoy.type.metadata.v3.MetadataKey | undefined;
      defaultValue?: string | undefined;
     }
     type ValueType = 0 | 1 | 2 | 3 | 4;
    }
   }
  }
  namespace ai {
   namespace v3 {
    type LLMProtocol = 0 | 1 | 2 | 3 | 4;
   }
  }
  namespace http {
   namespace v3 {
    interface PathTransformation {
     operations?: readonly PathTransformation.Operation[] | undefined;
    }
    namespace PathTransformation {
     interface Operation {
      normalizePathRfc3986?: PathTransformation.Operation.NormalizePathRFC3986 | undefined;
      mergeSlashes?: PathTransformation.Operation.MergeSlashes | undefined;
     }
     namespace Operation {
      interface NormalizePathRFC3986 {
      }
      interface MergeSlashes {
      }
     }
    }
    interface Cookie {
     name?: string | undefined;
     ttl?: google.protobuf.Duration | undefined;
     path?: string | undefined;
     attributes?: readonly CookieAttribute[] | undefined;
    }
    interface CookieAttribute {
     name?: string | undefined;
     value?: string | undefined;
    }
   }
  }
 }
 namespace data {
  namespace accesslog {
   namespace v3 {
    interface TCPAccessLogEntry {
     commonProperties?: AccessLogCommon | undefined;
     connectionProperties?: ConnectionProperties | undefined;
    }
    interface HTTPAccessLogEntry {
     commonProperties?: AccessLogCommon | undefined;
     protocolVersion?: HTTPAccessLogEntry.HTTPVersion | undefined;
     request?: HTTPRequestProperties | undefined;
     response?: HTTPResponseProperties | undefined;
    }
    namespace HTTPAccessLogEntry {
     type HTTPVersion = 0 | 1 | 2 | 3 | 4;
    }
    interface ConnectionProperties {
     receivedBytes?: number | undefined;
     sentBytes?: number | undefined;
    }
    interface AccessLogCommon {
     sampleRate?: number | undefined;
     downstreamRemoteAddress?: envoy.config.core.v3.Address | undefined;
     downstreamLocalAddress?: envoy.config.core.v3.Address | undefined;
     tlsProperties?: TLSProperties | undefined;
     startTime?: google.protobuf.Timestamp | undefined;
     timeToLastRxByte?: google.protobuf.Duration | undefined;
     timeToFirstUpstreamTxByte?: google.protobuf.Duration | undefined;
     timeToLastUpstreamTxByte?: google.protobuf.Duration | undefined;
     timeToFirstUpstreamRxByte?: google.protobuf.Duration | undefined;
     timeToLastUpstreamRxByte?: google.protobuf.Duration | undefined;
     timeToFirstDownstreamTxByte?: google.protobuf.Duration | undefined;
     timeToLastDownstreamTxByte?: google.protobuf.Duration | undefined;
     upstreamRemoteAddress?: envoy.config.core.v3.Address | undefined;
     upstreamLocalAddress?: envoy.config.core.v3.Address | undefined;
     upstreamCluster?: string | undefined;
     responseFlags?: ResponseFlags | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     upstreamTransportFailureReason?: string | undefined;
     routeName?: string | undefined;
     downstreamDirectRemoteAddress?: envoy.config.core.v3.Address | undefined;
     filterStateObjects?: Dict<google.protobuf.Any> | undefined;
     customTags?: Dict<string> | undefined;
     duration?: google.protobuf.Duration | undefined;
     upstreamRequestAttemptCount?: number | undefined;
     connectionTerminationDetails?: string | undefined;
     streamId?: string | undefined;
     intermediateLogEntry?: boolean | undefined;
     downstreamTransportFailureReason?: string | undefined;
     downstreamWireBytesSent?: number | undefined;
     downstreamWireBytesReceived?: number | undefined;
     upstreamWireBytesSent?: number | undefined;
     upstreamWireBytesReceived?: number | undefined;
     accessLogType?: AccessLogType | undefined;
    }
    interface ResponseFlags {
     failedLocalHealthcheck?: boolean | undefined;
     noHealthyUpstream?: boolean | undefined;
     upstreamRequestTimeout?: boolean | undefined;
     localReset?: boolean | undefined;
     upstreamRemoteReset?: boolean | undefined;
     upstreamConnectionFailure?: boolean | undefined;
     upstreamConnectionTermination?: boolean | undefined;
     upstreamOverflow?: boolean | undefined;
     noRouteFound?: boolean | undefined;
     delayInjected?: boolean | undefined;
     faultInjected?: boolean | undefined;
     rateLimited?: boolean | undefined;
     unauthorizedDetails?: ResponseFlags.Unauthorized | undefined;
     rateLimitServiceError?: boolean | undefined;
     downstreamConnectionTermination?: boolean | undefined;
     upstreamRetryLimitExceeded?: boolean | undefined;
     streamIdleTimeout?: boolean | undefined;
     invalidEnvoyRequestHeaders?: boolean | undefined;
     downstreamProtocolError?: boolean | undefined;
     upstreamMaxStreamDurationReached?: boolean | undefined;
     responseFromCacheFilter?: boolean | undefined;
     noFilterConfigFound?: boolean | undefined;
     durationTimeout?: boolean | undefined;
     upstreamProtocolError?: boolean | undefined;
     noClusterFound?: boolean | undefined;
     overloadManager?: boolean | undefined;
     dnsResolutionFailure?: boolean | undefined;
     downstreamRemoteReset?: boolean | undefined;
    }
    namespace ResponseFlags {
     interface Unauthorized {
      reason?: ResponseFlags.Unauthorized.Reason | undefined;
     }
     namespace Unauthorized {
      type Reason = 0 | 1;
     }
    }
    interface TLSProperties {
     tlsVersion?: TLSProperties.TLSVersion | undefined;
     tlsCipherSuite?: google.protobuf.UInt32Value | undefined;
     tlsSniHostname?: string | undefined;
     localCertificateProperties?: TLSProperties.CertificateProperties | undefined;
     peerCertificateProperties?: TLSProperties.CertificateProperties | undefined;
     tlsSessionId?: string | undefined;
     ja3Fingerprint?: string | undefined;
    }
    namespace TLSProperties {
     interface CertificateProperties {
      subjectAltName?: readonly TLSProperties.CertificateProperties.SubjectAltName[] | undefined;
      subject?: string | undefined;
      issuer?: string | undefined;
     }
     namespace CertificateProperties {
      interface SubjectAltName {
       uri?: string | undefined;
       dns?: string | undefined;
      }
     }
     type TLSVersion = 0 | 1 | 2 | 3 | 4;
    }
    interface HTTPRequestProperties {
     requestMethod?: envoy.config.core.v3.RequestMethod | undefined;
     scheme?: string | undefined;
     authority?: string | undefined;
     port?: google.protobuf.UInt32Value | undefined;
     path?: string | undefined;
     userAgent?: string | undefined;
     referer?: string | undefined;
     forwardedFor?: string | undefined;
     requestId?: string | undefined;
     originalPath?: string | undefined;
     requestHeadersBytes?: number | undefined;
     requestBodyBytes?: number | undefined;
     requestHeaders?: Dict<string> | undefined;
     upstreamHeaderBytesSent?: number | undefined;
     downstreamHeaderBytesReceived?: number | undefined;
    }
    interface HTTPResponseProperties {
     responseCode?: google.protobuf.UInt32Value | undefined;
     responseHeadersBytes?: number | undefined;
     responseBodyBytes?: number | undefined;
     responseHeaders?: Dict<string> | undefined;
     responseTrailers?: Dict<string> | undefined;
     responseCodeDetails?: string | undefined;
     upstreamHeaderBytesReceived?: number | undefined;
     downstreamHeaderBytesSent?: number | undefined;
    }
    type AccessLogType = 0 | 1 | 2 | 14 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13;
   }
  }
  namespace ai {
   namespace v3 {
    interface RequestInfo {
     inputLlmProtocol?: envoy.type.ai.v3.LLMProtocol | undefined;
     model?: string | undefined;
     stream?: google.protobuf.BoolValue | undefined;
     maxOutputTokens?: google.protobuf.UInt64Value | undefined;
     messageCount?: google.protobuf.UInt32Value | undefined;
     toolCount?: google.protobuf.UInt32Value | undefined;
     estimatedInputTokens?: google.protobuf.UInt64Value | undefined;
    }
    interface TokenUsage {
     llmProtocol?: envoy.type.ai.v3.LLMProtocol | undefined;
     model?: string | undefined;
     inputTokens?: google.protobuf.UInt64Value | undefined;
     outputTokens?: google.protobuf.UInt64Value | undefined;
     totalTokens?: google.protobuf.UInt64Value | undefined;
     inputTokenDetails?: InputTokenDetails | undefined;
     outputTokenDetails?: OutputTokenDetails | undefined;
     providerTotalTokens?: google.protobuf.UInt64Value | undefined;
     extractionStatus?: TokenUsage.ExtractionStatus | undefined;
    }
    namespace TokenUsage {
     type ExtractionStatus = 0 | 1 | 2 | 3;
    }
    interface InputTokenDetails {
     cachedTokens?: google.protobuf.UInt64Value | undefined;
     cacheCreationTokens?: google.protobuf.UInt64Value | undefined;
     toolUseTokens?: google.protobuf.UInt64Value | undefined;
    }
    interface OutputTokenDetails {
     reasoningTokens?: google.protobuf.UInt64Value | undefined;
    }
   }
  }
  namespace cluster {
   namespace v3 {
    interface OutlierDetectionEvent {
     type?: OutlierEjectionType | undefined;
     timestamp?: google.protobuf.Timestamp | undefined;
     secsSinceLastAction?: google.protobuf.UInt64Value | undefined;
     clusterName?: string | undefined;
     upstreamUrl?: string | undefined;
     action?: Action | undefined;
     numEjections?: number | undefined;
     enforced?: boolean | undefined;
     ejectSuccessRateEvent?: OutlierEjectSuccessRate | undefined;
     ejectConsecutiveEvent?: OutlierEjectConsecutive | undefined;
     ejectFailurePercentageEvent?: OutlierEjectFailurePercentage | undefined;
    }
    interface OutlierEjectSuccessRate {
     hostSuccessRate?: number | undefined;
     clusterAverageSuccessRate?: number | undefined;
     clusterSuccessRateEjectionThreshold?: number | undefined;
    }
    interface OutlierEjectConsecutive {
    }
    interface OutlierEjectFailurePercentage {
     hostSuccessRate?: number | undefined;
    }
    type OutlierEjectionType = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
    type Action = 0 | 1;
   }
  }
  namespace core {
   namespace v3 {
    interface HealthCheckEvent {
     healthCheckerType?: HealthCheckerType | undefined;
     host?: envoy.config.core.v3.Address | undefined;
     clusterName?: string | undefined;
     ejectUnhealthyEvent?: HealthCheckEjectUnhealthy | undefined;
     addHealthyEvent?: HealthCheckAddHealthy | undefined;
     successfulHealthCheckEvent?: HealthCheckSuccessful | undefined;
     healthCheckFailureEvent?: HealthCheckFailure | undefined;
     degradedHealthyHost?: DegradedHealthyHost | undefined;
     noLongerDegradedHost?: NoLongerDegradedHost | undefined;
     timestamp?: google.protobuf.Timestamp | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     locality?: envoy.config.core.v3.Locality | undefined;
    }
    interface HealthCheckEjectUnhealthy {
     failureType?: HealthCheckFailureType | undefined;
     httpStatusCode?: number | undefined;
    }
    interface HealthCheckAddHealthy {
     firstCheck?: boolean | undefined;
    }
    interface HealthCheckSuccessful {
    }
    interface HealthCheckFailure {
     failureType?: HealthCheckFailureType | undefined;
     firstCheck?: boolean | undefined;
     httpStatusCode?: number | undefined;
    }
    interface DegradedHealthyHost {
    }
    interface NoLongerDegradedHost {
    }
    type HealthCheckFailureType = 0 | 1 | 2 | 3;
    type HealthCheckerType = 0 | 1 | 2 | 3 | 4 | 5 | 6;
    interface TlvsMetadata {
     typedMetadata?: Dict<Uint8Array> | undefined;
    }
   }
  }
  namespace dns {
   namespace v3 {
    interface DnsTable {
     externalRetryCount?: number | undefined;
     virtualDomains?: readonly DnsTable.DnsVirtualDomain[] | undefined;
     knownSuffixes?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
    }
    namespace DnsTable {
     interface AddressList {
      address?: readonly string[] | undefined;
     }
     interface DnsServiceProtocol {
      number?: number | undefined;
      name?: string | undefined;
     }
     interface DnsServiceTarget {
      hostName?: string | undefined;
      clusterName?: string | undefined;
      priority?: number | undefined;
      weight?: number | undefined;
      port?: number | undefined;
     }
     interface DnsService {
      serviceName?: string | undefined;
      protocol?: DnsTable.DnsServiceProtocol | undefined;
      ttl?: google.protobuf.Duration | undefined;
      targets?: readonly DnsTable.DnsServiceTarget[] | undefined;
     }
     interface DnsServiceList {
      services?: readonly DnsTable.DnsService[] | undefined;
     }
     interface DnsEndpoint {
      addressList?: DnsTable.AddressList | undefined;
      clusterName?: string | undefined;
      serviceList?: DnsTable.DnsServiceList | undefined;
     }
     interface DnsVirtualDomain {
      name?: string | undefined;
      endpoint?: DnsTable.DnsEndpoint | undefined;
      answerTtl?: google.protobuf.Duration | undefined;
     }
    }
   }
  }
  namespace tap {
   namespace v3 {
    interface Body {
     asBytes?: Uint8Array | undefined;
     asString?: string | undefined;
     truncated?: boolean | undefined;
    }
    interface Connection {
     localAddress?: envoy.config.core.v3.Address | undefined;
     remoteAddress?: envoy.config.core.v3.Address | undefined;
    }
    interface HttpBufferedTrace {
     request?: HttpBufferedTrace.Message | undefined;
     response?: HttpBufferedTrace.Message | undefined;
     downstreamConnection?: Connection | undefined;
     upstreamConnection?: Connection | undefined;
    }
    namespace HttpBufferedTrace {
     interface Message {
      headers?: readonly envoy.config.core.v3.HeaderValue[] | undefined;
      body?: Body | undefined;
      trailers?: readonly envoy.config.core.v3.HeaderValue[] | undefined;
      headersReceivedTime?: google.protobuf.Timestamp | undefined;
     }
    }
    interface HttpStreamedTraceSegment {
     traceId?: number | undefined;
     requestHeaders?: envoy.config.core.v3.HeaderMap | undefined;
     requestBodyChunk?: Body | undefined;
     requestTrailers?: envoy.config.core.v3.HeaderMap | undefined;
     responseHeaders?: envoy.config.core.v3.HeaderMap | undefined;
     responseBodyChunk?: Body | undefined;
     responseTrailers?: envoy.config.core.v3.HeaderMap | undefined;
    }
    interface SocketEvent {
     timestamp?: google.protobuf.Timestamp | undefined;
     read?: SocketEvent.Read | undefined;
     write?: SocketEvent.Write | undefined;
     closed?: SocketEvent.Closed | undefined;
     connection?: Connection | undefined;
     seqNum?: number | undefined;
    }
    namespace SocketEvent {
     interface Read {
      data?: Body | undefined;
     }
     interface Write {
      data?: Body | undefined;
      endStream?: boolean | undefined;
     }
     interface Closed {
     }
    }
    interface SocketBufferedTrace {
     traceId?: number | undefined;
     connection?: Connection | undefined;
     events?: readonly SocketEvent[] | undefined;
     readTruncated?: boolean | undefined;
     writeTruncated?: boolean | undefined;
    }
    interface SocketEvents {
     events?: readonly SocketEvent[] | undefined;
    }
    interface SocketStreamedTraceSegment {
     traceId?: number | undefined;
     connection?: Connection | undefined;
     event?: SocketEvent | undefined;
     events?: SocketEvents | undefined;
    }
    interface TraceWrapper {
     httpBufferedTrace?: HttpBufferedTrace | undefined;
     httpStreamedTraceSegment?: HttpStreamedTraceSegment | undefined;
     socketBufferedTrace?: SocketBufferedTrace | undefined;
     socketStreamedTraceSegment?: SocketStreamedTraceSegment | undefined;
     configuredSampleRate?: envoy.type.v3.FractionalPercent | undefined;
    }
   }
  }
 }
 namespace extensions {
  namespace transport_sockets {
   namespace tls {
    namespace v3 {
     interface TlsParameters {
      tlsMinimumProtocolVersion?: TlsParameters.TlsProtocol | undefined;
      tlsMaximumProtocolVersion?: TlsParameters.TlsProtocol | undefined;
      cipherSuites?: readonly string[] | undefined;
      ecdhCurves?: readonly string[] | undefined;
      signatureAlgorithms?: readonly string[] | undefined;
      compliancePolicies?: readonly TlsParameters.CompliancePolicy[] | undefined;
     }
     namespace TlsParameters {
      type TlsProtocol = 0 | 1 | 2 | 3 | 4;
      type CompliancePolicy = 0 | 1 | 2;
     }
     interface PrivateKeyProvider {
      providerName?: string | undefined;
      typedConfig?: google.protobuf.Any | undefined;
      fallback?: boolean | undefined;
     }
     interface TlsCertificate {
      certificateChain?: envoy.config.core.v3.DataSource | undefined;
      privateKey?: envoy.config.core.v3.DataSource | undefined;
      pkcs12?: envoy.config.core.v3.DataSource | undefined;
      watchedDirectory?: envoy.config.core.v3.WatchedDirectory | undefined;
      privateKeyProvider?: PrivateKeyProvider | undefined;
      password?: envoy.config.core.v3.DataSource | undefined;
      ocspStaple?: envoy.config.core.v3.DataSource | undefined;
      signedCertificateTimestamp?: readonly envoy.config.core.v3.DataSource[] | undefined;
      tlsParams?: TlsParameters | undefined;
     }
     interface TlsSessionTicketKeys {
      keys?: readonly envoy.config.core.v3.DataSource[] | undefined;
     }
     interface CertificateProviderPluginInstance {
      instanceName?: string | undefined;
      certificateName?: string | undefined;
     }
     interface SubjectAltNameMatcher {
      sanType?: SubjectAltNameMatcher.SanType | undefined;
      matcher?: envoy.type.matcher.v3.StringMatcher | undefined;
      oid?: string | undefined;
     }
     namespace SubjectAltNameMatcher {
      type SanType = 0 | 1 | 2 | 3 | 4 | 5;
     }
     interface CertificateValidationContext {
      trustedCa?: envoy.config.core.v3.DataSource | undefined;
      caCertificateProviderInstance?: CertificateProviderPluginInstance | undefined;
      systemRootCerts?: CertificateValidationContext.SystemRootCerts | undefined;
      watchedDirectory?: envoy.config.core.v3.WatchedDirectory | undefined;
      verifyCertificateSpki?: readonly string[] | undefined;
      verifyCertificateHash?: readonly string[] | undefined;
      matchTypedSubjectAltNames?: readonly SubjectAltNameMatcher[] | undefined;
      matchSubjectAltNames?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
      requireSignedCertificateTimestamp?: google.protobuf.BoolValue | undefined;
      crl?: envoy.config.core.v3.DataSource | undefined;
      allowExpiredCertificate?: boolean | undefined;
      trustChainVerification?: CertificateValidationContext.TrustChainVerification | undefined;
      customValidatorConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      onlyVerifyLeafCertCrl?: boolean | undefined;
      maxVerifyDepth?: google.protobuf.UInt32Value | undefined;
      suppressClientCaList?: boolean | undefined;
     }
     namespace CertificateValidationContext {
      interface SystemRootCerts {
      }
      type TrustChainVerification = 0 | 1;
     }
     interface GenericSecret {
      secret?: envoy.config.core.v3.DataSource | undefined;
      secrets?: Dict<envoy.config.core.v3.DataSource> | undefined;
     }
     interface SdsSecretConfig {
      name?: string | undefined;
      sdsConfig?: envoy.config.core.v3.ConfigSource | undefined;
     }
     interface Secret {
      name?: string | undefined;
      tlsCertificate?: TlsCertificate | undefined;
      sessionTicketKeys?: TlsSessionTicketKeys | undefined;
      validationContext?: CertificateValidationContext | undefined;
      genericSecret?: GenericSecret | undefined;
     }
     interface UpstreamTlsContext {
      commonTlsContext?: CommonTlsContext | undefined;
      sni?: string | undefined;
      autoHostSni?: boolean | undefined;
      autoSniSanValidation?: boolean | undefined;
      allowRenegotiation?: boolean | undefined;
      maxSessionKeys?: google.protobuf.UInt32Value | undefined;
      enforceRsaKeyUsage?: google.protobuf.BoolValue | undefined;
     }
     interface DownstreamTlsContext {
      commonTlsContext?: CommonTlsContext | undefined;
      requireClientCertificate?: google.protobuf.BoolValue | undefined;
      requireSni?: google.protobuf.BoolValue | undefined;
      sessionTicketKeys?: TlsSessionTicketKeys | undefined;
      sessionTicketKeysSdsSecretConfig?: SdsSecretConfig | undefined;
      disableStatelessSessionResumption?: boolean | undefined;
      disableStatefulSessionResumption?: boolean | undefined;
      sessionTimeout?: google.protobuf.Duration | undefined;
      ocspStaplePolicy?: DownstreamTlsContext.OcspStaplePolicy | undefined;
      fullScanCertsOnSniMismatch?: google.protobuf.BoolValue | undefined;
      preferClientCiphers?: boolean | undefined;
     }
     namespace DownstreamTlsContext {
      type OcspStaplePolicy = 0 | 1 | 2;
     }
     interface TlsKeyLog {
      path?: string | undefined;
      localAddressRange?: readonly envoy.config.core.v3.CidrRange[] | undefined;
      remoteAddressRange?: readonly envoy.config.core.v3.CidrRange[] | undefined;
     }
     interface CommonTlsContext {
      tlsParams?: TlsParameters | undefined;
      tlsCertificates?: readonly TlsCertificate[] | undefined;
      tlsCertificateSdsSecretConfigs?: readonly SdsSecretConfig[] | undefined;
      tlsCertificateProviderInstance?: CertificateProviderPluginInstance | undefined;
      customTlsCertificateSelector?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      tlsCertificateCertificateProvider?: CommonTlsContext.CertificateProvider | undefined;
      tlsCertificateCertificateProviderInstance?: CommonTlsContext.CertificateProviderInstance | undefined;
      validationContext?: CertificateValidationContext | undefined;
      validationContextSdsSecretConfig?: SdsSecretConfig | undefined;
      combinedValidationContext?: CommonTlsContext.CombinedCertificateValidationContext | undefined;
      validationContextCertificateProvider?: CommonTlsContext.CertificateProvider | undefined;
      validationContextCertificateProviderInstance?: CommonTlsContext.CertificateProviderInstance | undefined;
      alpnProtocols?: readonly string[] | undefined;
      customHandshaker?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      keyLog?: TlsKeyLog | undefined;
     }
     namespace CommonTlsContext {
      interface CertificateProvider {
       name?: string | undefined;
       typedConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      }
      interface CertificateProviderInstance {
       instanceName?: string | undefined;
       certificateName?: string | undefined;
      }
      interface CombinedCertificateValidationContext {
       defaultValidationContext?: CertificateValidationContext | undefined;
       validationContextSdsSecretConfig?: SdsSecretConfig | undefined;
       validationContextCertificateProvider?: CommonTlsContext.CertificateProvider | undefined;
       validationContextCertificateProviderInstance?: CommonTlsContext.CertificateProviderInstance | undefined;
      }
     }
     interface SPIFFECertValidatorConfig {
      trustDomains?: readonly SPIFFECertValidatorConfig.TrustDomain[] | undefined;
      trustBundles?: envoy.config.core.v3.DataSource | undefined;
     }
     namespace SPIFFECertValidatorConfig {
      interface TrustDomain {
       name?: string | undefined;
       trustBundle?: envoy.config.core.v3.DataSource | undefined;
       workloadTrustDomain?: string | undefined;
      }
     }
    }
    namespace cert_mappers {
     namespace filter_state_override {
      namespace v3 {
       interface Config {
        defaultValue?: string | undefined;
       }
      }
     }
     namespace sni {
      namespace v3 {
       interface SNI {
        defaultValue?: string | undefined;
       }
      }
     }
     namespace static_name {
      namespace v3 {
       interface StaticName {
        name?: string | undefined;
       }
      }
     }
    }
    namespace cert_selectors {
     namespace on_demand_secret {
      namespace v3 {
       interface Config {
        configSource?: envoy.config.core.v3.ConfigSource | undefined;
        certificateMapper?: envoy.config.core.v3.TypedExtensionConfig | undefined;
        prefetchSecretNames?: readonly string[] | undefined;
       }
      }
     }
    }
    namespace cert_validator {
     namespace dynamic_modules {
      namespace v3 {
       interface DynamicModuleCertValidatorConfig {
        dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
        validatorName?: string | undefined;
        validatorConfig?: google.protobuf.Any | undefined;
       }
      }
     }
    }
    namespace handshakers {
     namespace dynamic_modules {
      namespace v3 {
       interface DynamicModuleTlsHandshaker {
        dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
        handshakerName?: string | undefined;
        handshakerConfig?: google.protobuf.Any | undefined;
       }
      }
     }
    }
   }
   namespace alts {
    namespace v3 {
     interface Alts {
      handshakerService?: string | undefined;
      peerServiceAccounts?: readonly string[] | undefined;
     }
    }
   }
   namespace dynamic_modules {
    namespace v3 {
     interface DynamicModuleTransportSocket {
      dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
      transportSocketName?: string | undefined;
      transportSocketConfig?: google.protobuf.Any | undefined;
      implementsSecureTransport?: boolean | undefined;
     }
    }
   }
   namespace http_11_proxy {
    namespace v3 {
     interface Http11ProxyUpstreamTransport {
      transportSocket?: envoy.config.core.v3.TransportSocket | undefined;
      defaultProxyAddress?: envoy.config.core.v3.Address | undefined;
     }
    }
   }
   namespace internal_upstream {
    namespace v3 {
     interface InternalUpstreamTransport {
      passthroughMetadata?: readonly InternalUpstreamTransport.MetadataValueSource[] | undefined;
      transportSocket?: envoy.config.core.v3.TransportSocket | undefined;
     }
     namespace InternalUpstreamTransport {
      interface MetadataValueSource {
       kind?: envoy.type.metadata.v3.MetadataKind | undefined;
       name?: string | undefined;
      }
     }
    }
   }
   namespace proxy_protocol {
    namespace v3 {
     interface ProxyProtocolUpstreamTransport {
      config?: envoy.config.core.v3.ProxyProtocolConfig | undefined;
      transportSocket?: envoy.config.core.v3.TransportSocket | undefined;
      allowUnspecifiedAddress?: boolean | undefined;
      tlvAsPoolKey?: boolean | undefined;
     }
    }
   }
   namespace quic {
    namespace v3 {
     interface QuicDownstreamTransport {
      downstreamTlsContext?: envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext | undefined;
      enableEarlyData?: google.protobuf.BoolValue | undefined;
      enableResumption?: google.protobuf.BoolValue | undefined;
     }
     interface QuicUpstreamTransport {
      upstreamTlsContext?: envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext | undefined;
     }
    }
   }
   namespace raw_buffer {
    namespace v3 {
     interface RawBuffer {
     }
    }
   }
   namespace s2a {
    namespace v3 {
     interface S2AConfiguration {
      s2aAddress?: string | undefined;
     }
    }
   }
   namespace starttls {
    namespace v3 {
     interface StartTlsConfig {
      cleartextSocketConfig?: envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer | undefined;
      tlsSocketConfig?: envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext | undefined;
     }
     interface UpstreamStartTlsConfig {
      cleartextSocketConfig?: envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer | undefined;
      tlsSocketConfig?: envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext | undefined;
     }
    }
   }
   namespace tap {
    namespace v3 {
     interface Tap {
      commonConfig?: envoy.extensions.common.tap.v3.CommonExtensionConfig | undefined;
      transportSocket?: envoy.config.core.v3.TransportSocket | undefined;
      socketTapConfig?: SocketTapConfig | undefined;
     }
     interface SocketTapConfig {
      setConnectionPerEvent?: boolean | undefined;
      statsPrefix?: string | undefined;
     }
    }
   }
   namespace tcp_stats {
    namespace v3 {
     interface Config {
      transportSocket?: envoy.config.core.v3.TransportSocket | undefined;
      updatePeriod?: google.protobuf.Duration | undefined;
     }
    }
   }
  }
  namespace dynamic_modules {
   namespace v3 {
    interface DynamicModuleConfig {
     name?: string | undefined;
     doNotClose?: boolean | undefined;
     loadGlobally?: boolean | undefined;
     metricsNamespace?: string | undefined;
     module?: envoy.config.core.v3.AsyncDataSource | undefined;
     nackOnCacheMiss?: boolean | undefined;
    }
   }
  }
  namespace access_loggers {
   namespace dynamic_modules {
    namespace v3 {
     interface DynamicModuleAccessLog {
      dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
      loggerName?: string | undefined;
      loggerConfig?: google.protobuf.Any | undefined;
     }
    }
   }
   namespace file {
    namespace v3 {
     interface FileAccessLog {
      path?: string | undefined;
      format?: string | undefined;
      jsonFormat?: google.protobuf.Struct | undefined;
      typedJsonFormat?: google.protobuf.Struct | undefined;
      logFormat?: envoy.config.core.v3.SubstitutionFormatString | undefined;
     }
    }
   }
   namespace filters {
    namespace cel {
     namespace v3 {
      interface ExpressionFilter {
       expression?: string | undefined;
       celConfig?: envoy.config.core.v3.CelExpressionConfig | undefined;
      }
     }
    }
    namespace process_ratelimit {
     namespace v3 {
      interface ProcessRateLimitFilter {
       dynamicConfig?: DynamicTokenBucket | undefined;
      }
      interface DynamicTokenBucket {
       resourceName?: string | undefined;
       configSource?: envoy.config.core.v3.ConfigSource | undefined;
      }
     }
    }
   }
   namespace fluentd {
    namespace v3 {
     interface FluentdAccessLogConfig {
      cluster?: string | undefined;
      tag?: string | undefined;
      statPrefix?: string | undefined;
      bufferFlushInterval?: google.protobuf.Duration | undefined;
      bufferSizeBytes?: google.protobuf.UInt32Value | undefined;
      record?: google.protobuf.Struct | undefined;
      retryOptions?: FluentdAccessLogConfig.RetryOptions | undefined;
      formatters?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
     }
     namespace FluentdAccessLogConfig {
      interface RetryOptions {
       maxConnectAttempts?: google.protobuf.UInt32Value | undefined;
       backoffOptions?: envoy.config.core.v3.BackoffStrategy | undefined;
      }
     }
    }
   }
   namespace grpc {
    namespace v3 {
     interface HttpGrpcAccessLogConfig {
      commonConfig?: CommonGrpcAccessLogConfig | undefined;
      additionalRequestHeadersToLog?: readonly string[] | undefined;
      additionalResponseHeadersToLog?: readonly string[] | undefined;
      additionalResponseTrailersToLog?: readonly string[] | undefined;
     }
     interface TcpGrpcAccessLogConfig {
      commonConfig?: CommonGrpcAccessLogConfig | undefined;
     }
     interface CommonGrpcAccessLogConfig {
      logName?: string | undefined;
      grpcService?: envoy.config.core.v3.GrpcService | undefined;
      transportApiVersion?: envoy.config.core.v3.ApiVersion | undefined;
      bufferFlushInterval?: google.protobuf.Duration | undefined;
      bufferSizeBytes?: google.protobuf.UInt32Value | undefined;
      filterStateObjectsToLog?: readonly string[] | undefined;
      grpcStreamRetryPolicy?: envoy.config.core.v3.RetryPolicy | undefined;
      customTags?: readonly envoy.type.tracing.v3.CustomTag[] | undefined;
     }
    }
   }
   namespace open_telemetry {
    namespace v3 {
     interface OpenTelemetryAccessLogConfig {
      commonConfig?: envoy.extensions.access_loggers.grpc.v3.CommonGrpcAccessLogConfig | undefined;
      httpService?: envoy.config.core.v3.HttpService | undefined;
      grpcService?: envoy.config.core.v3.GrpcService | undefined;
      disableBuiltinLabels?: boolean | undefined;
      resourceAttributes?: opentelemetry.proto.common.v1.KeyValueList | undefined;
      resourceDetectors?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
      body?: opentelemetry.proto.common.v1.AnyValue | undefined;
      attributes?: opentelemetry.proto.common.v1.KeyValueList | undefined;
      statPrefix?: string | undefined;
      formatters?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
      logName?: string | undefined;
      bufferFlushInterval?: google.protobuf.Duration | undefined;
      bufferSizeBytes?: google.protobuf.UInt32Value | undefined;
      filterStateObjectsToLog?: readonly string[] | undefined;
      customTags?: readonly envoy.type.tracing.v3.CustomTag[] | undefined;
     }
    }
   }
   namespace stats {
    namespace v3 {
     interface Config {
      statPrefix?: string | undefined;
      statsScope?: envoy.type.v3.Scope | undefined;
      histograms?: readonly Config.Histogram[] | undefined;
      counters?: readonly Config.Counter[] | undefined;
      gauges?: readonly Config.Gauge[] | undefined;
     }
     namespace Config {
      interface Tag {
       name?: string | undefined;
       valueFormat?: string | undefined;
       rules?: xds.type.matcher.v3.Matcher | undefined;
      }
      interface Stat {
       name?: string | undefined;
       tags?: readonly Config.Tag[] | undefined;
      }
      interface Histogram {
       stat?: Config.Stat | undefined;
       unit?: Config.Histogram.Unit | undefined;
       valueFormat?: string | undefined;
      }
      namespace Histogram {
       type Unit = 0 | 1 | 2 | 3 | 4;
      }
      interface Counter {
       stat?: Config.Stat | undefined;
       valueFormat?: string | undefined;
       valueFixed?: google.protobuf.UInt64Value | undefined;
      }
      interface Gauge {
       stat?: Config.Stat | undefined;
       valueFormat?: string | undefined;
       valueFixed?: google.protobuf.UInt64Value | undefined;
       addSubtract?: Config.Gauge.PairedAddSubtract | undefined;
       set?: Config.Gauge.Set | undefined;
      }
      namespace Gauge {
       interface Set {
        logType?: envoy.data.accesslog.v3.AccessLogType | undefined;
       }
       interface PairedAddSubtract {
        addLogType?: envoy.data.accesslog.v3.AccessLogType | undefined;
        subLogType?: envoy.data.accesslog.v3.AccessLogType | undefined;
       }
      }
     }
    }
   }
   namespace stream {
    namespace v3 {
     interface StdoutAccessLog {
      logFormat?: envoy.config.core.v3.SubstitutionFormatString | undefined;
     }
     interface StderrAccessLog {
      logFormat?: envoy.config.core.v3.SubstitutionFormatString | undefined;
     }
    }
   }
   namespace wasm {
    namespace v3 {
     interface WasmAccessLog {
      config?: envoy.extensions.wasm.v3.PluginConfig | undefined;
     }
    }
   }
  }
  namespace wasm {
   namespace v3 {
    interface ReloadConfig {
     backoff?: envoy.config.core.v3.BackoffStrategy | undefined;
    }
    interface CapabilityRestrictionConfig {
     allowedCapabilities?: Dict<SanitizationConfig> | undefined;
    }
    interface SanitizationConfig {
    }
    interface VmConfig {
     vmId?: string | undefined;
     runtime?: string | undefined;
     code?: envoy.config.core.v3.AsyncDataSource | undefined;
     configuration?: google.protobuf.Any | undefined;
     allowPrecompiled?: boolean | undefined;
     nackOnCodeCacheMiss?: boolean | undefined;
     environmentVariables?: EnvironmentVariables | undefined;
     capabilityRestrictionConfig?: CapabilityRestrictionConfig | undefined;
    }
    interface EnvironmentVariables {
     hostEnvKeys?: readonly string[] | undefined;
     keyValues?: Dict<string> | undefined;
    }
    interface PluginConfig {
     name?: string | undefined;
     rootId?: string | undefined;
     vmConfig?: VmConfig | undefined;
     configuration?: google.protobuf.Any | undefined;
     failOpen?: boolean | undefined;
     failurePolicy?: FailurePolicy | undefined;
     reloadConfig?: ReloadConfig | undefined;
     capabilityRestrictionConfig?: CapabilityRestrictionConfig | undefined;
     allowOnHeadersStopIteration?: google.protobuf.BoolValue | undefined;
    }
    interface WasmService {
     config?: PluginConfig | undefined;
     singleton?: boolean | undefined;
    }
    type FailurePolicy = 0 | 1 | 2 | 3;
   }
  }
  namespace bootstrap {
   namespace dynamic_modules {
    namespace v3 {
     interface DynamicModuleBootstrapExtension {
      dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
      extensionName?: string | undefined;
      extensionConfig?: google.protobuf.Any | undefined;
     }
    }
   }
   namespace internal_listener {
    namespace v3 {
     interface InternalListener {
      bufferSizeKb?: google.protobuf.UInt32Value | undefined;
     }
    }
   }
   namespace reverse_tunnel {
    namespace downstream_socket_interface {
     namespace v3 {
      interface DownstreamReverseConnectionSocketInterface {
       statPrefix?: string | undefined;
       enableDetailedStats?: boolean | undefined;
       httpHandshake?: DownstreamReverseConnectionSocketInterface.HttpHandshakeConfig | undefined;
       accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
       maxReconnectBackoff?: google.protobuf.Duration | undefined;
       maintainInterval?: google.protobuf.Duration | undefined;
      }
      namespace DownstreamReverseConnectionSocketInterface {
       interface HttpHandshakeConfig {
        requestPath?: string | undefined;
        additionalHeaders?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
        useHttpUpgrade?: boolean | undefined;
        formatters?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
        handshakeTimeout?: google.protobuf.Duration | undefined;
       }
      }
     }
    }
    namespace upstream_socket_interface {
     namespace v3 {
      interface UpstreamReverseConnectionSocketInterface {
       statPrefix?: string | undefined;
       pingFailureThreshold?: google.protobuf.UInt32Value | undefined;
       enableDetailedStats?: boolean | undefined;
       reporterConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       enableTenantIsolation?: google.protobuf.BoolValue | undefined;
       accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
       maxConnectionsPerNode?: number | undefined;
      }
     }
    }
   }
  }
  namespace clusters {
   namespace aggregate {
    namespace v3 {
     interface ClusterConfig {
      clusters?: readonly string[] | undefined;
     }
     interface AggregateClusterResource {
      configSource?: envoy.config.core.v3.ConfigSource | undefined;
      resourceName?: string | undefined;
     }
    }
   }
   namespace common {
    namespace dns {
     namespace v3 {
      type DnsLookupFamily = 0 | 1 | 2 | 3 | 4 | 5;
     }
    }
   }
   namespace composite {
    namespace v3 {
     interface ClusterConfig {
      clusters?: readonly ClusterConfig.ClusterEntry[] | undefined;
     }
     namespace ClusterConfig {
      interface ClusterEntry {
       name?: string | undefined;
      }
     }
    }
   }
   namespace dns {
    namespace v3 {
     interface DnsCluster {
      dnsRefreshRate?: google.protobuf.Duration | undefined;
      dnsFailureRefreshRate?: DnsCluster.RefreshRate | undefined;
      respectDnsTtl?: boolean | undefined;
      dnsJitter?: google.protobuf.Duration | undefined;
      typedDnsResolverConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      dnsLookupFamily?: envoy.extensions.clusters.common.dns.v3.DnsLookupFamily | undefined;
      allAddressesInSingleEndpoint?: boolean | undefined;
      dnsMinRefreshRate?: google.protobuf.Duration | undefined;
     }
     namespace DnsCluster {
      interface RefreshRate {
       baseInterval?: google.protobuf.Duration | undefined;
       maxInterval?: google.protobuf.Duration | undefined;
      }
     }
    }
   }
   namespace dynamic_forward_proxy {
    namespace v3 {
     interface ClusterConfig {
      dnsCacheConfig?: envoy.extensions.common.dynamic_forward_proxy.v3.DnsCacheConfig | undefined;
      subClustersConfig?: SubClustersConfig | undefined;
      allowInsecureClusterOptions?: boolean | undefined;
      allowCoalescedConnections?: boolean | undefined;
     }
     interface SubClustersConfig {
      lbPolicy?: envoy.config.cluster.v3.Cluster.LbPolicy | undefined;
      maxSubClusters?: google.protobuf.UInt32Value | undefined;
      subClusterTtl?: google.protobuf.Duration | undefined;
      preresolveClusters?: readonly envoy.config.core.v3.SocketAddress[] | undefined;
      dnsClusterConfig?: envoy.extensions.clusters.dns.v3.DnsCluster | undefined;
     }
    }
   }
   namespace dynamic_modules {
    namespace v3 {
     interface ClusterConfig {
      dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
      clusterName?: string | undefined;
      clusterConfig?: google.protobuf.Any | undefined;
     }
    }
   }
   namespace mcp_multicluster {
    namespace v3 {
     interface ClusterConfig {
      servers?: readonly ClusterConfig.McpBackend[] | undefined;
     }
     namespace ClusterConfig {
      interface McpCluster {
       cluster?: string | undefined;
       path?: string | undefined;
       timeout?: google.protobuf.Duration | undefined;
       hostRewriteLiteral?: string | undefined;
      }
      interface HeaderForwarding {
       forwardAll?: boolean | undefined;
       allowedHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       disallowedHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
      }
      interface McpBackend {
       name?: string | undefined;
       mcpCluster?: ClusterConfig.McpCluster | undefined;
       headerForwarding?: ClusterConfig.HeaderForwarding | undefined;
      }
     }
    }
   }
   namespace original_dst {
    namespace v3 {
     interface OriginalDstCluster {
      useHttpHeader?: boolean | undefined;
      httpHeaderName?: string | undefined;
      upstreamPortOverride?: google.protobuf.UInt32Value | undefined;
      metadataKey?: envoy.type.metadata.v3.MetadataKey | undefined;
     }
    }
   }
   namespace redis {
    namespace v3 {
     interface RedisClusterConfig {
      clusterRefreshRate?: google.protobuf.Duration | undefined;
      clusterRefreshTimeout?: google.protobuf.Duration | undefined;
      redirectRefreshInterval?: google.protobuf.Duration | undefined;
      redirectRefreshThreshold?: google.protobuf.UInt32Value | undefined;
      failureRefreshThreshold?: number | undefined;
      hostDegradedRefreshThreshold?: number | undefined;
      enableZoneDiscovery?: google.protobuf.BoolValue | undefined;
     }
    }
   }
   namespace reverse_connection {
    namespace v3 {
     interface ReverseConnectionClusterConfig {
      cleanupInterval?: google.protobuf.Duration | undefined;
      hostIdFormat?: string | undefined;
      tenantIdFormat?: string | undefined;
     }
    }
   }
  }
  namespace common {
   namespace dynamic_forward_proxy {
    namespace v3 {
     interface DnsCacheCircuitBreakers {
      maxPendingRequests?: google.protobuf.UInt32Value | undefined;
     }
     interface DnsCacheConfig {
      name?: string | undefined;
      dnsLookupFamily?: envoy.config.cluster.v3.Cluster.DnsLookupFamily | undefined;
      dnsRefreshRate?: google.protobuf.Duration | undefined;
      dnsMinRefreshRate?: google.protobuf.Duration | undefined;
      hostTtl?: google.protobuf.Duration | undefined;
      maxHosts?: google.protobuf.UInt32Value | undefined;
      disableDnsRefreshOnFailure?: boolean | undefined;
      dnsFailureRefreshRate?: envoy.config.cluster.v3.Cluster.RefreshRate | undefined;
      dnsCacheCircuitBreaker?: DnsCacheCircuitBreakers | undefined;
      useTcpForDnsLookups?: boolean | undefined;
      dnsResolutionConfig?: envoy.config.core.v3.DnsResolutionConfig | undefined;
      typedDnsResolverConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      preresolveHostnames?: readonly envoy.config.core.v3.SocketAddress[] | undefined;
      dnsQueryTimeout?: google.protobuf.Duration | undefined;
      keyValueConfig?: envoy.config.common.key_value.v3.KeyValueStoreConfig | undefined;
      resolvedAddressFilter?: envoy.type.matcher.v3.AddressMatcher | undefined;
     }
    }
   }
   namespace async_files {
    namespace v3 {
     interface AsyncFileManagerConfig {
      id?: string | undefined;
      threadPool?: AsyncFileManagerConfig.ThreadPool | undefined;
     }
     namespace AsyncFileManagerConfig {
      interface ThreadPool {
       threadCount?: number | undefined;
      }
     }
    }
   }
   namespace aws {
    namespace v3 {
     interface AwsCredentialProvider {
      assumeRoleWithWebIdentityProvider?: AssumeRoleWithWebIdentityCredentialProvider | undefined;
      inlineCredential?: InlineCredentialProvider | undefined;
      credentialsFileProvider?: CredentialsFileCredentialProvider | undefined;
      customCredentialProviderChain?: boolean | undefined;
      iamRolesAnywhereCredentialProvider?: IAMRolesAnywhereCredentialProvider | undefined;
      configCredentialProvider?: ConfigCredentialProvider | undefined;
      containerCredentialProvider?: ContainerCredentialProvider | undefined;
      environmentCredentialProvider?: EnvironmentCredentialProvider | undefined;
      instanceProfileCredentialProvider?: InstanceProfileCredentialProvider | undefined;
      assumeRoleCredentialProvider?: AssumeRoleCredentialProvider | undefined;
     }
     interface InlineCredentialProvider {
      accessKeyId?: string | undefined;
      secretAccessKey?: string | undefined;
      sessionToken?: string | undefined;
     }
     interface AssumeRoleWithWebIdentityCredentialProvider {
      webIdentityTokenDataSource?: envoy.config.core.v3.DataSource | undefined;
      roleArn?: string | undefined;
      roleSessionName?: string | undefined;
     }
     interface CredentialsFileCredentialProvider {
      credentialsDataSource?: envoy.config.core.v3.DataSource | undefined;
      profile?: string | undefined;
     }
     interface IAMRolesAnywhereCredentialProvider {
      roleArn?: string | undefined;
      certificate?: envoy.config.core.v3.DataSource | undefined;
      certificateChain?: envoy.config.core.v3.DataSource | undefined;
      privateKey?: envoy.config.core.v3.DataSource | undefined;
      trustAnchorArn?: string | undefined;
      profileArn?: string | undefined;
      roleSessionName?: string | undefined;
      sessionDuration?: google.protobuf.Duration | undefined;
     }
     interface ConfigCredentialProvider {
     }
     interface ContainerCredentialProvider {
     }
     interface EnvironmentCredentialProvider {
     }
     interface InstanceProfileCredentialProvider {
     }
     interface AssumeRoleCredentialProvider {
      roleArn?: string | undefined;
      roleSessionName?: string | undefined;
      externalId?: string | undefined;
      sessionDuration?: google.protobuf.Duration | undefined;
      credentialProvider?: AwsCredentialProvider | undefined;
     }
    }
   }
   namespace matching {
    namespace v3 {
     interface ExtensionWithMatcher {
      matcher?: envoy.config.common.matcher.v3.Matcher | undefined;
      xdsMatcher?: xds.type.matcher.v3.Matcher | undefined;
      extensionConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
     }
     interface ExtensionWithMatcherPerRoute {
      xdsMatcher?: xds.type.matcher.v3.Matcher | undefined;
     }
    }
   }
   namespace ratelimit {
    namespace v3 {
     interface RateLimitDescriptor {
      entries?: readonly RateLimitDescriptor.Entry[] | undefined;
      limit?: RateLimitDescriptor.RateLimitOverride | undefined;
      hitsAddend?: google.protobuf.UInt64Value | undefined;
      isNegativeHits?: boolean | undefined;
     }
     namespace RateLimitDescriptor {
      interface Entry {
       key?: string | undefined;
       value?: string | undefined;
      }
      interface RateLimitOverride {
       requestsPerUnit?: number | undefined;
       unit?: envoy.type.v3.RateLimitUnit | undefined;
       unitMultiplier?: google.protobuf.UInt32Value | undefined;
      }
     }
     interface LocalRateLimitDescriptor {
      entries?: readonly RateLimitDescriptor.Entry[] | undefined;
      tokenBucket?: envoy.type.v3.TokenBucket | undefined;
      shadowMode?: boolean | undefined;
     }
     interface LocalClusterRateLimit {
     }
     type XRateLimitHeadersRFCVersion = 0 | 1;
     type VhRateLimitsOptions = 0 | 1 | 2;
    }
   }
   namespace tap {
    namespace v3 {
     interface CommonExtensionConfig {
      adminConfig?: AdminConfig | undefined;
      staticConfig?: envoy.config.tap.v3.TapConfig | undefined;
     }
     interface AdminConfig {
      configId?: string | undefined;
     }
    }
   }
  }
  namespace compression {
   namespace brotli {
    namespace compressor {
     namespace v3 {
      interface Brotli {
       quality?: google.protobuf.UInt32Value | undefined;
       encoderMode?: Brotli.EncoderMode | undefined;
       windowBits?: google.protobuf.UInt32Value | undefined;
       inputBlockBits?: google.protobuf.UInt32Value | undefined;
       chunkSize?: google.protobuf.UInt32Value | undefined;
       disableLiteralContextModeling?: boolean | undefined;
      }
      namespace Brotli {
       type EncoderMode = 0 | 1 | 2 | 3;
      }
     }
    }
    namespace decompressor {
     namespace v3 {
      interface Brotli {
       disableRingBufferReallocation?: boolean | undefined;
       chunkSize?: google.protobuf.UInt32Value | undefined;
      }
     }
    }
   }
   namespace gzip {
    namespace compressor {
     namespace v3 {
      interface Gzip {
       memoryLevel?: google.protobuf.UInt32Value | undefined;
       compressionLevel?: Gzip.CompressionLevel | undefined;
       compressionStrategy?: Gzip.CompressionStrategy | undefined;
       windowBits?: google.protobuf.UInt32Value | undefined;
       chunkSize?: google.protobuf.UInt32Value | undefined;
      }
      namespace Gzip {
       type CompressionStrategy = 0 | 1 | 2 | 3 | 4;
       type CompressionLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
      }
     }
    }
    namespace decompressor {
     namespace v3 {
      interface Gzip {
       windowBits?: google.protobuf.UInt32Value | undefined;
       chunkSize?: google.protobuf.UInt32Value | undefined;
       maxInflateRatio?: google.protobuf.UInt32Value | undefined;
      }
     }
    }
   }
   namespace zstd {
    namespace compressor {
     namespace v3 {
      interface Zstd {
       compressionLevel?: google.protobuf.UInt32Value | undefined;
       enableChecksum?: boolean | undefined;
       strategy?: Zstd.Strategy | undefined;
       dictionary?: envoy.config.core.v3.DataSource | undefined;
       chunkSize?: google.protobuf.UInt32Value | undefined;
      }
      namespace Zstd {
       type Strategy = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
      }
     }
    }
    namespace decompressor {
     namespace v3 {
      interface Zstd {
       dictionaries?: readonly envoy.config.core.v3.DataSource[] | undefined;
       chunkSize?: google.protobuf.UInt32Value | undefined;
      }
     }
    }
   }
  }
  namespace config {
   namespace validators {
    namespace dynamic_modules {
     namespace v3 {
      interface DynamicModuleConfigValidator {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       extensionName?: string | undefined;
       extensionConfig?: google.protobuf.Any | undefined;
       typeUrls?: readonly string[] | undefined;
      }
     }
    }
    namespace minimum_clusters {
     namespace v3 {
      interface MinimumClustersValidator {
       minClustersNum?: number | undefined;
      }
     }
    }
   }
  }
  namespace filters {
   namespace http {
    namespace json_to_metadata {
     namespace v3 {
      interface JsonToMetadata {
       requestRules?: JsonToMetadata.MatchRules | undefined;
       responseRules?: JsonToMetadata.MatchRules | undefined;
      }
      namespace JsonToMetadata {
       interface KeyValuePair {
        metadataNamespace?: string | undefined;
        key?: string | undefined;
        value?: google.protobuf.Value | undefined;
        type?: JsonToMetadata.ValueType | undefined;
        preserveExistingMetadataValue?: boolean | undefined;
       }
       interface Selector {
        key?: string | undefined;
       }
       interface Rule {
        selectors?: readonly JsonToMetadata.Selector[] | undefined;
        onPresent?: JsonToMetadata.KeyValuePair | undefined;
        onMissing?: JsonToMetadata.KeyValuePair | undefined;
        onError?: JsonToMetadata.KeyValuePair | undefined;
       }
       interface MatchRules {
        rules?: readonly JsonToMetadata.Rule[] | undefined;
        allowContentTypes?: readonly string[] | undefined;
        allowEmptyContentType?: boolean | undefined;
        allowContentTypesRegex?: envoy.type.matcher.v3.RegexMatcher | undefined;
       }
       type ValueType = 0 | 1 | 2;
      }
     }
    }
    namespace a2a {
     namespace v3 {
      interface A2a {
       trafficMode?: A2a.TrafficMode | undefined;
       maxRequestBodySize?: google.protobuf.UInt32Value | undefined;
       parserConfig?: ParserConfig | undefined;
       storageMode?: A2a.StorageMode | undefined;
      }
      namespace A2a {
       type TrafficMode = 0 | 1;
       type StorageMode = 0 | 1 | 2 | 3;
      }
      interface MethodParsingConfig {
       group?: string | undefined;
       paths?: readonly string[] | undefined;
      }
      interface ParserConfig {
       methodConfigs?: Dict<MethodParsingConfig> | undefined;
       alwaysExtractAttributes?: readonly string[] | undefined;
       groupMetadataKey?: string | undefined;
      }
     }
    }
    namespace adaptive_concurrency {
     namespace v3 {
      interface GradientControllerConfig {
       sampleAggregatePercentile?: envoy.type.v3.Percent | undefined;
       concurrencyLimitParams?: GradientControllerConfig.ConcurrencyLimitCalculationParams | undefined;
       minRttCalcParams?: GradientControllerConfig.MinimumRTTCalculationParams | undefined;
      }
      namespace GradientControllerConfig {
       interface ConcurrencyLimitCalculationParams {
        maxConcurrencyLimit?: google.protobuf.UInt32Value | undefined;
        concurrencyUpdateInterval?: google.protobuf.Duration | undefined;
        minConcurrencyLimit?: google.protobuf.UInt32Value | undefined;
       }
       interface MinimumRTTCalculationParams {
        interval?: google.protobuf.Duration | undefined;
        fixedValue?: google.protobuf.Duration | undefined;
        requestCount?: google.protobuf.UInt32Value | undefined;
        jitter?: envoy.type.v3.Percent | undefined;
        minConcurrency?: google.protobuf.UInt32Value | undefined;
        buffer?: envoy.type.v3.Percent | undefined;
       }
      }
      interface AdaptiveConcurrency {
       gradientControllerConfig?: GradientControllerConfig | undefined;
       enabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
       concurrencyLimitExceededStatus?: envoy.type.v3.HttpStatus | undefined;
      }
     }
    }
    namespace admission_control {
     namespace v3 {
      interface AdmissionControl {
       enabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
       successCriteria?: AdmissionControl.SuccessCriteria | undefined;
       samplingWindow?: google.protobuf.Duration | undefined;
       aggression?: envoy.config.core.v3.RuntimeDouble | undefined;
       srThreshold?: envoy.config.core.v3.RuntimePercent | undefined;
       rpsThreshold?: envoy.config.core.v3.RuntimeUInt32 | undefined;
       maxRejectionProbability?: envoy.config.core.v3.RuntimePercent | undefined;
      }
      namespace AdmissionControl {
       interface SuccessCriteria {
        httpCriteria?: AdmissionControl.SuccessCriteria.HttpCriteria | undefined;
        grpcCriteria?: AdmissionControl.SuccessCriteria.GrpcCriteria | undefined;
       }
       namespace SuccessCriteria {
        interface HttpCriteria {
         httpSuccessStatus?: readonly envoy.type.v3.Int32Range[] | undefined;
        }
        interface GrpcCriteria {
         grpcSuccessStatus?: readonly number[] | undefined;
        }
       }
      }
     }
    }
    namespace ai_protocol_manager {
     namespace v3 {
      interface AiProtocolManager {
       requestHandling?: RequestHandling | undefined;
       responseHandling?: ResponseHandling | undefined;
       filters?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
      }
      interface RequestHandling {
       parseUnconfiguredRoutes?: boolean | undefined;
       limits?: RequestParsingLimits | undefined;
       reserializeBody?: RequestHandling.BodyReserialization | undefined;
      }
      namespace RequestHandling {
       type BodyReserialization = 0 | 1;
      }
      interface RequestParsingLimits {
       inlineStringThresholdBytes?: google.protobuf.UInt32Value | undefined;
      }
      interface ResponseHandling {
       tokenUsage?: TokenUsageExtraction | undefined;
      }
      interface TokenUsageExtraction {
       includeUnconfiguredRoutes?: boolean | undefined;
       defaultLlmProtocol?: envoy.type.ai.v3.LLMProtocol | undefined;
       metadataNamespace?: string | undefined;
       limits?: TokenUsageExtractionLimits | undefined;
       usageSignal?: TokenUsageExtraction.UsageSignal | undefined;
      }
      namespace TokenUsageExtraction {
       type UsageSignal = 0 | 1;
      }
      interface TokenUsageExtractionLimits {
       maxSseEventSize?: google.protobuf.UInt32Value | undefined;
       maxJsonBodySize?: google.protobuf.UInt32Value | undefined;
       maxParsedSseEvents?: google.protobuf.UInt32Value | undefined;
      }
      interface AiProtocolManagerPerRoute {
       request?: RequestPerRoute | undefined;
       response?: ResponsePerRoute | undefined;
      }
      interface RequestPerRoute {
       llmProtocol?: envoy.type.ai.v3.LLMProtocol | undefined;
      }
      interface ResponsePerRoute {
       llmProtocol?: envoy.type.ai.v3.LLMProtocol | undefined;
      }
     }
    }
    namespace alternate_protocols_cache {
     namespace v3 {
      interface FilterConfig {
       alternateProtocolsCacheOptions?: envoy.config.core.v3.AlternateProtocolsCacheOptions | undefined;
      }
     }
    }
    namespace api_key_auth {
     namespace v3 {
      interface ApiKeyAuth {
       credentials?: readonly Credential[] | undefined;
       keySources?: readonly KeySource[] | undefined;
       forwarding?: Forwarding | undefined;
      }
      interface ApiKeyAuthPerRoute {
       credentials?: readonly Credential[] | undefined;
       keySources?: readonly KeySource[] | undefined;
       allowedClients?: readonly string[] | undefined;
       forwarding?: Forwarding | undefined;
      }
      interface Credential {
       key?: string | undefined;
       client?: string | undefined;
      }
      interface KeySource {
       header?: string | undefined;
       query?: string | undefined;
       cookie?: string | undefined;
      }
      interface Forwarding {
       header?: string | undefined;
       hideCredentials?: boolean | undefined;
      }
     }
    }
    namespace aws_eventstream_parser {
     namespace v3 {
      interface AwsEventstreamParser {
       responseRules?: AwsEventstreamParser.ProcessingRules | undefined;
      }
      namespace AwsEventstreamParser {
       interface HeaderKeyValuePair {
        metadataNamespace?: string | undefined;
        key?: string | undefined;
        value?: google.protobuf.Value | undefined;
       }
       interface HeaderRule {
        headerName?: string | undefined;
        onPresent?: AwsEventstreamParser.HeaderKeyValuePair | undefined;
        onMissing?: AwsEventstreamParser.HeaderKeyValuePair | undefined;
        stopProcessingAfterMatches?: google.protobuf.UInt32Value | undefined;
       }
       interface ProcessingRules {
        contentParser?: envoy.config.core.v3.TypedExtensionConfig | undefined;
        headerRules?: readonly AwsEventstreamParser.HeaderRule[] | undefined;
       }
      }
     }
    }
    namespace aws_lambda {
     namespace v3 {
      interface Config {
       arn?: string | undefined;
       payloadPassthrough?: boolean | undefined;
       invocationMode?: Config.InvocationMode | undefined;
       hostRewrite?: string | undefined;
       credentialsProfile?: string | undefined;
       credentials?: Credentials | undefined;
       matchExcludedHeaders?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
       matchIncludedHeaders?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
      }
      namespace Config {
       type InvocationMode = 0 | 1;
      }
      interface Credentials {
       accessKeyId?: string | undefined;
       secretAccessKey?: string | undefined;
       sessionToken?: string | undefined;
      }
      interface PerRouteConfig {
       invokeConfig?: Config | undefined;
      }
     }
    }
    namespace aws_request_signing {
     namespace v3 {
      interface AwsRequestSigning {
       serviceName?: string | undefined;
       region?: string | undefined;
       hostRewrite?: string | undefined;
       useUnsignedPayload?: boolean | undefined;
       matchExcludedHeaders?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
       signingAlgorithm?: AwsRequestSigning.SigningAlgorithm | undefined;
       queryString?: AwsRequestSigning.QueryString | undefined;
       credentialProvider?: envoy.extensions.common.aws.v3.AwsCredentialProvider | undefined;
       matchIncludedHeaders?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
      }
      namespace AwsRequestSigning {
       interface QueryString {
        expirationTime?: google.protobuf.Duration | undefined;
       }
       type SigningAlgorithm = 0 | 1;
      }
      interface AwsRequestSigningPerRoute {
       awsRequestSigning?: AwsRequestSigning | undefined;
       statPrefix?: string | undefined;
      }
     }
    }
    namespace bandwidth_limit {
     namespace v3 {
      interface BandwidthLimit {
       statPrefix?: string | undefined;
       enableMode?: BandwidthLimit.EnableMode | undefined;
       limitKbps?: google.protobuf.UInt64Value | undefined;
       fillInterval?: google.protobuf.Duration | undefined;
       runtimeEnabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
       enableResponseTrailers?: boolean | undefined;
       responseTrailerPrefix?: string | undefined;
      }
      namespace BandwidthLimit {
       type EnableMode = 0 | 1 | 2 | 3;
      }
     }
    }
    namespace bandwidth_share {
     namespace v3 {
      interface BandwidthShare {
       requestLimit?: BandwidthShare.Limit | undefined;
       responseLimit?: BandwidthShare.Limit | undefined;
       fillInterval?: google.protobuf.Duration | undefined;
       enableResponseTrailers?: boolean | undefined;
       responseTrailerPrefix?: string | undefined;
       tenantNameSelector?: xds.type.matcher.v3.Matcher | undefined;
       tenantConfigs?: Dict<BandwidthShare.TenantConfig> | undefined;
       defaultTenantConfig?: BandwidthShare.TenantConfig | undefined;
      }
      namespace BandwidthShare {
       interface TenantConfig {
        weight?: number | undefined;
        includeStatsTag?: boolean | undefined;
       }
       interface Limit {
        bucketId?: string | undefined;
        kbps?: envoy.config.core.v3.RuntimeUInt32 | undefined;
       }
      }
     }
    }
    namespace basic_auth {
     namespace v3 {
      interface BasicAuth {
       users?: envoy.config.core.v3.DataSource | undefined;
       forwardUsernameHeader?: string | undefined;
       authenticationHeader?: string | undefined;
       allowMissing?: boolean | undefined;
       emitDynamicMetadata?: boolean | undefined;
       realm?: string | undefined;
      }
      interface BasicAuthPerRoute {
       users?: envoy.config.core.v3.DataSource | undefined;
       realm?: string | undefined;
      }
     }
    }
    namespace body_size_limit {
     namespace v3 {
      interface BodySizeLimit {
       maxRequestBytes?: google.protobuf.UInt64Value | undefined;
      }
     }
    }
    namespace buffer {
     namespace v3 {
      interface Buffer {
       maxRequestBytes?: google.protobuf.UInt32Value | undefined;
      }
      interface BufferPerRoute {
       disabled?: boolean | undefined;
       buffer?: Buffer | undefined;
      }
     }
    }
    namespace cache {
     namespace v3 {
      interface CacheConfig {
       typedConfig?: google.protobuf.Any | undefined;
       disabled?: google.protobuf.BoolValue | undefined;
       allowedVaryHeaders?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
       keyCreatorParams?: CacheConfig.KeyCreatorParams | undefined;
       maxBodyBytes?: number | undefined;
       ignoreRequestCacheControlHeader?: boolean | undefined;
      }
      namespace CacheConfig {
       interface KeyCreatorParams {
        excludeScheme?: boolean | undefined;
        excludeHost?: boolean | undefined;
        queryParametersIncluded?: readonly envoy.config.route.v3.QueryParameterMatcher[] | undefined;
        queryParametersExcluded?: readonly envoy.config.route.v3.QueryParameterMatcher[] | undefined;
       }
      }
     }
    }
    namespace cache_v2 {
     namespace v3 {
      interface CacheV2Config {
       typedConfig?: google.protobuf.Any | undefined;
       disabled?: google.protobuf.BoolValue | undefined;
       allowedVaryHeaders?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
       keyCreatorParams?: CacheV2Config.KeyCreatorParams | undefined;
       maxBodyBytes?: number | undefined;
       ignoreRequestCacheControlHeader?: boolean | undefined;
       overrideUpstreamCluster?: string | undefined;
      }
      namespace CacheV2Config {
       interface KeyCreatorParams {
        excludeScheme?: boolean | undefined;
        excludeHost?: boolean | undefined;
        queryParametersIncluded?: readonly envoy.config.route.v3.QueryParameterMatcher[] | undefined;
        queryParametersExcluded?: readonly envoy.config.route.v3.QueryParameterMatcher[] | undefined;
       }
      }
     }
    }
    namespace cdn_loop {
     namespace v3 {
      interface CdnLoopConfig {
       cdnId?: string | undefined;
       maxAllowedOccurrences?: number | undefined;
      }
     }
    }
    namespace composite {
     namespace v3 {
      interface Composite {
       namedFilterChains?: Dict<FilterChainConfiguration> | undefined;
       matcher?: xds.type.matcher.v3.Matcher | undefined;
      }
      interface CompositePerRoute {
       matcher?: xds.type.matcher.v3.Matcher | undefined;
      }
      interface FilterChainConfiguration {
       typedConfig?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
      }
      interface DynamicConfig {
       name?: string | undefined;
       configDiscovery?: envoy.config.core.v3.ExtensionConfigSource | undefined;
      }
      interface ExecuteFilterAction {
       typedConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       dynamicConfig?: DynamicConfig | undefined;
       filterChain?: FilterChainConfiguration | undefined;
       filterChainName?: string | undefined;
       samplePercent?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
      }
     }
    }
    namespace compressor {
     namespace v3 {
      interface Compressor {
       contentLength?: google.protobuf.UInt32Value | undefined;
       contentType?: readonly string[] | undefined;
       disableOnEtagHeader?: boolean | undefined;
       removeAcceptEncodingHeader?: boolean | undefined;
       runtimeEnabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
       compressorLibrary?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       requestDirectionConfig?: Compressor.RequestDirectionConfig | undefined;
       responseDirectionConfig?: Compressor.ResponseDirectionConfig | undefined;
       chooseFirst?: boolean | undefined;
      }
      namespace Compressor {
       interface CommonDirectionConfig {
        enabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
        minContentLength?: google.protobuf.UInt32Value | undefined;
        contentType?: readonly string[] | undefined;
        contentTypeMatcher?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
       }
       interface RequestDirectionConfig {
        commonConfig?: Compressor.CommonDirectionConfig | undefined;
       }
       interface ResponseDirectionConfig {
        commonConfig?: Compressor.CommonDirectionConfig | undefined;
        disableOnEtagHeader?: boolean | undefined;
        weakenEtagOnCompress?: boolean | undefined;
        removeAcceptEncodingHeader?: boolean | undefined;
        uncompressibleResponseCodes?: readonly number[] | undefined;
        statusHeaderEnabled?: boolean | undefined;
       }
      }
      interface ResponseDirectionOverrides {
       removeAcceptEncodingHeader?: google.protobuf.BoolValue | undefined;
      }
      interface CompressorOverrides {
       responseDirectionConfig?: ResponseDirectionOverrides | undefined;
       compressorLibrary?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      }
      interface CompressorPerRoute {
       disabled?: boolean | undefined;
       overrides?: CompressorOverrides | undefined;
      }
     }
    }
    namespace connect_grpc_bridge {
     namespace v3 {
      interface FilterConfig {
      }
     }
    }
    namespace cors {
     namespace v3 {
      interface Cors {
      }
      interface CorsPolicy {
       allowOriginStringMatch?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
       allowMethods?: string | undefined;
       allowHeaders?: string | undefined;
       exposeHeaders?: string | undefined;
       maxAge?: string | undefined;
       allowCredentials?: google.protobuf.BoolValue | undefined;
       filterEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       shadowEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       allowPrivateNetworkAccess?: google.protobuf.BoolValue | undefined;
       forwardNotMatchingPreflights?: google.protobuf.BoolValue | undefined;
      }
     }
    }
    namespace credential_injector {
     namespace v3 {
      interface CredentialInjector {
       overwrite?: boolean | undefined;
       allowRequestWithoutCredential?: boolean | undefined;
       credential?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      }
     }
    }
    namespace csrf {
     namespace v3 {
      interface CsrfPolicy {
       filterEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       shadowEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       additionalOrigins?: readonly envoy.type.matcher.v3.StringMatcher[] | undefined;
      }
     }
    }
    namespace custom_response {
     namespace v3 {
      interface CustomResponse {
       customResponseMatcher?: xds.type.matcher.v3.Matcher | undefined;
      }
     }
    }
    namespace decompressor {
     namespace v3 {
      interface Decompressor {
       decompressorLibrary?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       requestDirectionConfig?: Decompressor.RequestDirectionConfig | undefined;
       responseDirectionConfig?: Decompressor.ResponseDirectionConfig | undefined;
      }
      namespace Decompressor {
       interface CommonDirectionConfig {
        enabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
        ignoreNoTransformHeader?: boolean | undefined;
       }
       interface RequestDirectionConfig {
        commonConfig?: Decompressor.CommonDirectionConfig | undefined;
        advertiseAcceptEncoding?: google.protobuf.BoolValue | undefined;
       }
       interface ResponseDirectionConfig {
        commonConfig?: Decompressor.CommonDirectionConfig | undefined;
       }
      }
     }
    }
    namespace dynamic_forward_proxy {
     namespace v3 {
      interface FilterConfig {
       dnsCacheConfig?: envoy.extensions.common.dynamic_forward_proxy.v3.DnsCacheConfig | undefined;
       subClusterConfig?: SubClusterConfig | undefined;
       saveUpstreamAddress?: boolean | undefined;
       allowDynamicHostFromFilterState?: boolean | undefined;
      }
      interface PerRouteConfig {
       hostRewriteLiteral?: string | undefined;
       hostRewriteHeader?: string | undefined;
      }
      interface SubClusterConfig {
       clusterInitTimeout?: google.protobuf.Duration | undefined;
      }
     }
    }
    namespace dynamic_modules {
     namespace v3 {
      interface DynamicModuleFilter {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       filterName?: string | undefined;
       filterConfig?: google.protobuf.Any | undefined;
       terminalFilter?: boolean | undefined;
      }
      interface DynamicModuleFilterPerRoute {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       perRouteConfigName?: string | undefined;
       filterName?: string | undefined;
       filterConfig?: google.protobuf.Any | undefined;
      }
     }
    }
    namespace ext_authz {
     namespace v3 {
      interface ExtAuthz {
       grpcService?: envoy.config.core.v3.GrpcService | undefined;
       httpService?: HttpService | undefined;
       transportApiVersion?: envoy.config.core.v3.ApiVersion | undefined;
       failureModeAllow?: boolean | undefined;
       failureModeAllowHeaderAdd?: boolean | undefined;
       withRequestBody?: BufferSettings | undefined;
       clearRouteCache?: boolean | undefined;
       clearRouteCacheHeaders?: readonly string[] | undefined;
       statusOnError?: envoy.type.v3.HttpStatus | undefined;
       validateMutations?: boolean | undefined;
       metadataContextNamespaces?: readonly string[] | undefined;
       typedMetadataContextNamespaces?: readonly string[] | undefined;
       routeMetadataContextNamespaces?: readonly string[] | undefined;
       routeTypedMetadataContextNamespaces?: readonly string[] | undefined;
       filterEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       filterEnabledMetadata?: envoy.type.matcher.v3.MetadataMatcher | undefined;
       denyAtDisable?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
       includePeerCertificate?: boolean | undefined;
       statPrefix?: string | undefined;
       bootstrapMetadataLabelsKey?: string | undefined;
       allowedHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       disallowedHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       includeTlsSession?: boolean | undefined;
       chargeClusterResponseStats?: google.protobuf.BoolValue | undefined;
       encodeRawHeaders?: boolean | undefined;
       decoderHeaderMutationRules?: envoy.config.common.mutation_rules.v3.HeaderMutationRules | undefined;
       enableDynamicMetadataIngestion?: google.protobuf.BoolValue | undefined;
       filterMetadata?: google.protobuf.Struct | undefined;
       emitFilterStateStats?: boolean | undefined;
       maxDeniedResponseBodyBytes?: number | undefined;
       enforceResponseHeaderLimits?: boolean | undefined;
       shadowMode?: boolean | undefined;
       emitClientSpan?: google.protobuf.BoolValue | undefined;
      }
      interface ShadowDecision {
       checkResult?: ShadowDecision.CheckResult | undefined;
       statusCode?: number | undefined;
       responseHeaders?: readonly envoy.config.core.v3.HeaderValue[] | undefined;
      }
      namespace ShadowDecision {
       type CheckResult = 0 | 1 | 2 | 3;
      }
      interface BufferSettings {
       maxRequestBytes?: number | undefined;
       allowPartialMessage?: boolean | undefined;
       packAsBytes?: boolean | undefined;
      }
      interface HttpService {
       serverUri?: envoy.config.core.v3.HttpUri | undefined;
       pathPrefix?: string | undefined;
       pathOverride?: string | undefined;
       authorizationRequest?: AuthorizationRequest | undefined;
       authorizationResponse?: AuthorizationResponse | undefined;
       retryPolicy?: envoy.config.core.v3.RetryPolicy | undefined;
      }
      interface AuthorizationRequest {
       allowedHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       headersToAdd?: readonly envoy.config.core.v3.HeaderValue[] | undefined;
      }
      interface AuthorizationResponse {
       allowedUpstreamHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       allowedUpstreamHeadersToAppend?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       allowedClientHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       allowedClientHeadersOnSuccess?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       dynamicMetadataFromHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
      }
      interface ExtAuthzPerRoute {
       disabled?: boolean | undefined;
       checkSettings?: CheckSettings | undefined;
      }
      interface CheckSettings {
       contextExtensions?: Dict<string> | undefined;
       disableRequestBodyBuffering?: boolean | undefined;
       withRequestBody?: BufferSettings | undefined;
       grpcService?: envoy.config.core.v3.GrpcService | undefined;
       httpService?: HttpService | undefined;
       emitClientSpan?: google.protobuf.BoolValue | undefined;
      }
     }
    }
    namespace ext_proc {
     namespace v3 {
      interface ProcessingMode {
       requestHeaderMode?: ProcessingMode.HeaderSendMode | undefined;
       responseHeaderMode?: ProcessingMode.HeaderSendMode | undefined;
       requestBodyMode?: ProcessingMode.BodySendMode | undefined;
       responseBodyMode?: ProcessingMode.BodySendMode | undefined;
       requestTrailerMode?: ProcessingMode.HeaderSendMode | undefined;
       responseTrailerMode?: ProcessingMode.HeaderSendMode | undefined;
      }
      namespace ProcessingMode {
       type HeaderSendMode = 0 | 1 | 2;
       type BodySendMode = 0 | 1 | 2 | 3 | 4 | 5;
      }
      interface ExternalProcessor {
       grpcService?: envoy.config.core.v3.GrpcService | undefined;
       httpService?: ExtProcHttpService | undefined;
       failureModeAllow?: boolean | undefined;
       processingMode?: ProcessingMode | undefined;
       requestAttributes?: readonly string[] | undefined;
       responseAttributes?: readonly string[] | undefined;
       messageTimeout?: google.protobuf.Duration | undefined;
       statPrefix?: string | undefined;
       mutationRules?: envoy.config.common.mutation_rules.v3.HeaderMutationRules | undefined;
       maxMessageTimeout?: google.protobuf.Duration | undefined;
       forwardRules?: HeaderForwardingRules | undefined;
       filterMetadata?: google.protobuf.Struct | undefined;
       allowModeOverride?: boolean | undefined;
       disableImmediateResponse?: boolean | undefined;
       metadataOptions?: MetadataOptions | undefined;
       observabilityMode?: boolean | undefined;
       disableClearRouteCache?: boolean | undefined;
       routeCacheAction?: ExternalProcessor.RouteCacheAction | undefined;
       deferredCloseTimeout?: google.protobuf.Duration | undefined;
       sendBodyWithoutWaitingForHeaderResponse?: boolean | undefined;
       allowedOverrideModes?: readonly ProcessingMode[] | undefined;
       processingRequestModifier?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       onProcessingResponse?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       statusOnError?: envoy.type.v3.HttpStatus | undefined;
       allowContentLengthHeader?: boolean | undefined;
       emitClientSpan?: google.protobuf.BoolValue | undefined;
      }
      namespace ExternalProcessor {
       type RouteCacheAction = 0 | 1 | 2;
      }
      interface ExtProcHttpService {
       httpService?: envoy.config.core.v3.HttpService | undefined;
      }
      interface MetadataOptions {
       forwardingNamespaces?: MetadataOptions.MetadataNamespaces | undefined;
       receivingNamespaces?: MetadataOptions.MetadataNamespaces | undefined;
       clusterMetadataForwardingNamespaces?: MetadataOptions.MetadataNamespaces | undefined;
      }
      namespace MetadataOptions {
       interface MetadataNamespaces {
        untyped?: readonly string[] | undefined;
        typed?: readonly string[] | undefined;
       }
      }
      interface HeaderForwardingRules {
       allowedHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       disallowedHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
      }
      interface ExtProcPerRoute {
       disabled?: boolean | undefined;
       overrides?: ExtProcOverrides | undefined;
      }
      interface ExtProcOverrides {
       processingMode?: ProcessingMode | undefined;
       asyncMode?: boolean | undefined;
       requestAttributes?: readonly string[] | undefined;
       responseAttributes?: readonly string[] | undefined;
       grpcService?: envoy.config.core.v3.GrpcService | undefined;
       metadataOptions?: MetadataOptions | undefined;
       grpcInitialMetadata?: readonly envoy.config.core.v3.HeaderValue[] | undefined;
       failureModeAllow?: google.protobuf.BoolValue | undefined;
       processingRequestModifier?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       emitClientSpan?: google.protobuf.BoolValue | undefined;
      }
     }
    }
    namespace fault {
     namespace v3 {
      interface FaultAbort {
       httpStatus?: number | undefined;
       grpcStatus?: number | undefined;
       headerAbort?: FaultAbort.HeaderAbort | undefined;
       percentage?: envoy.type.v3.FractionalPercent | undefined;
       responseBody?: string | undefined;
      }
      namespace FaultAbort {
       interface HeaderAbort {
       }
      }
      interface HTTPFault {
       delay?: envoy.extensions.filters.common.fault.v3.FaultDelay | undefined;
       abort?: FaultAbort | undefined;
       upstreamCluster?: string | undefined;
       headers?: readonly envoy.config.route.v3.HeaderMatcher[] | undefined;
       downstreamNodes?: readonly string[] | undefined;
       maxActiveFaults?: google.protobuf.UInt32Value | undefined;
       responseRateLimit?: envoy.extensions.filters.common.fault.v3.FaultRateLimit | undefined;
       delayPercentRuntime?: string | undefined;
       abortPercentRuntime?: string | undefined;
       delayDurationRuntime?: string | undefined;
       abortHttpStatusRuntime?: string | undefined;
       maxActiveFaultsRuntime?: string | undefined;
       responseRateLimitPercentRuntime?: string | undefined;
       abortGrpcStatusRuntime?: string | undefined;
       disableDownstreamClusterStats?: boolean | undefined;
       filterMetadata?: google.protobuf.Struct | undefined;
      }
     }
    }
    namespace file_server {
     namespace v3 {
      interface FileServerConfig {
       managerConfig?: envoy.extensions.common.async_files.v3.AsyncFileManagerConfig | undefined;
       pathMappings?: readonly FileServerConfig.PathMapping[] | undefined;
       contentTypes?: Dict<string> | undefined;
       defaultContentType?: string | undefined;
       directoryBehaviors?: readonly FileServerConfig.DirectoryBehavior[] | undefined;
      }
      namespace FileServerConfig {
       interface PathMapping {
        requestPathPrefix?: string | undefined;
        filePathPrefix?: string | undefined;
       }
       interface DirectoryBehavior {
        defaultFile?: string | undefined;
        list?: FileServerConfig.DirectoryBehavior.List | undefined;
       }
       namespace DirectoryBehavior {
        interface List {
        }
       }
      }
     }
    }
    namespace file_system_buffer {
     namespace v3 {
      interface BufferBehavior {
       streamWhenPossible?: BufferBehavior.StreamWhenPossible | undefined;
       bypass?: BufferBehavior.Bypass | undefined;
       injectContentLengthIfNecessary?: BufferBehavior.InjectContentLengthIfNecessary | undefined;
       fullyBufferAndAlwaysInjectContentLength?: BufferBehavior.FullyBufferAndAlwaysInjectContentLength | undefined;
       fullyBuffer?: BufferBehavior.FullyBuffer | undefined;
      }
      namespace BufferBehavior {
       interface StreamWhenPossible {
       }
       interface Bypass {
       }
       interface InjectContentLengthIfNecessary {
       }
       interface FullyBufferAndAlwaysInjectContentLength {
       }
       interface FullyBuffer {
       }
      }
      interface StreamConfig {
       behavior?: BufferBehavior | undefined;
       memoryBufferBytesLimit?: google.protobuf.UInt64Value | undefined;
       storageBufferBytesLimit?: google.protobuf.UInt64Value | undefined;
       storageBufferQueueHighWatermarkBytes?: google.protobuf.UInt64Value | undefined;
      }
      interface FileSystemBufferFilterConfig {
       managerConfig?: envoy.extensions.common.async_files.v3.AsyncFileManagerConfig | undefined;
       storageBufferPath?: google.protobuf.StringValue | undefined;
       request?: StreamConfig | undefined;
       response?: StreamConfig | undefined;
      }
     }
    }
    namespace filter_chain {
     namespace v3 {
      interface FilterChainConfig {
       defaultFilterChain?: FilterChain | undefined;
      }
      interface FilterChainConfigPerRoute {
       filterChain?: FilterChain | undefined;
      }
      interface FilterChain {
       filters?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
      }
     }
    }
    namespace gcp_authn {
     namespace v3 {
      interface GcpAuthnFilterConfig {
       httpUri?: envoy.config.core.v3.HttpUri | undefined;
       retryPolicy?: envoy.config.core.v3.RetryPolicy | undefined;
       cacheConfig?: TokenCacheConfig | undefined;
       tokenHeader?: TokenHeader | undefined;
       tokenMetadataKey?: string | undefined;
       cluster?: string | undefined;
       timeout?: google.protobuf.Duration | undefined;
       audience?: Audience | undefined;
      }
      interface Audience {
       url?: string | undefined;
       accessToken?: Audience.AccessToken | undefined;
       boundJwt?: Audience.BoundJwt | undefined;
       boundAccessToken?: Audience.BoundAccessToken | undefined;
       iamAccessToken?: Audience.IAMAccessToken | undefined;
      }
      namespace Audience {
       interface AccessToken {
        scopes?: readonly string[] | undefined;
       }
       interface BoundJwt {
        url?: string | undefined;
       }
       interface BoundAccessToken {
        scopes?: readonly string[] | undefined;
       }
       interface IAMAccessToken {
        account?: string | undefined;
        authorization?: string | undefined;
        scopes?: readonly string[] | undefined;
       }
      }
      interface TokenCacheConfig {
       cacheSize?: google.protobuf.UInt64Value | undefined;
      }
      interface TokenHeader {
       name?: string | undefined;
       valuePrefix?: string | undefined;
       preserveExisting?: TokenHeader.PreserveExisting | undefined;
      }
      namespace TokenHeader {
       interface PreserveExisting {
       }
      }
     }
    }
    namespace geoip {
     namespace v3 {
      interface Geoip {
       xffConfig?: Geoip.XffConfig | undefined;
       customHeaderConfig?: Geoip.CustomHeaderConfig | undefined;
       provider?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      }
      namespace Geoip {
       interface XffConfig {
        xffNumTrustedHops?: number | undefined;
       }
       interface CustomHeaderConfig {
        headerName?: string | undefined;
       }
      }
     }
    }
    namespace grpc_field_extraction {
     namespace v3 {
      interface GrpcFieldExtractionConfig {
       descriptorSet?: envoy.config.core.v3.DataSource | undefined;
       extractionsByMethod?: Dict<FieldExtractions> | undefined;
      }
      interface FieldExtractions {
       requestFieldExtractions?: Dict<RequestFieldValueDisposition> | undefined;
      }
      interface RequestFieldValueDisposition {
       dynamicMetadata?: string | undefined;
       metadataKey?: string | undefined;
      }
     }
    }
    namespace grpc_http1_bridge {
     namespace v3 {
      interface Config {
       upgradeProtobufToGrpc?: boolean | undefined;
       ignoreQueryParameters?: boolean | undefined;
      }
     }
    }
    namespace grpc_http1_reverse_bridge {
     namespace v3 {
      interface FilterConfig {
       contentType?: string | undefined;
       withholdGrpcFrames?: boolean | undefined;
       responseSizeHeader?: string | undefined;
      }
      interface FilterConfigPerRoute {
       disabled?: boolean | undefined;
      }
     }
    }
    namespace grpc_json_reverse_transcoder {
     namespace v3 {
      interface GrpcJsonReverseTranscoder {
       descriptorPath?: string | undefined;
       descriptorBinary?: Uint8Array | undefined;
       maxRequestBodySize?: google.protobuf.UInt32Value | undefined;
       maxResponseBodySize?: google.protobuf.UInt32Value | undefined;
       apiVersionHeader?: string | undefined;
       requestJsonPrintOptions?: GrpcJsonReverseTranscoder.PrintOptions | undefined;
      }
      namespace GrpcJsonReverseTranscoder {
       interface PrintOptions {
        alwaysPrintPrimitiveFields?: boolean | undefined;
        alwaysPrintEnumsAsInts?: boolean | undefined;
        useCanonicalFieldNames?: boolean | undefined;
       }
      }
     }
    }
    namespace grpc_json_transcoder {
     namespace v3 {
      interface GrpcJsonTranscoder {
       protoDescriptor?: string | undefined;
       protoDescriptorBin?: Uint8Array | undefined;
       services?: readonly string[] | undefined;
       printOptions?: GrpcJsonTranscoder.PrintOptions | undefined;
       matchIncomingRequestRoute?: boolean | undefined;
       ignoredQueryParameters?: readonly string[] | undefined;
       autoMapping?: boolean | undefined;
       ignoreUnknownQueryParameters?: boolean | undefined;
       convertGrpcStatus?: boolean | undefined;
       urlUnescapeSpec?: GrpcJsonTranscoder.UrlUnescapeSpec | undefined;
       queryParamUnescapePlus?: boolean | undefined;
       matchUnregisteredCustomVerb?: boolean | undefined;
       requestValidationOptions?: GrpcJsonTranscoder.RequestValidationOptions | undefined;
       caseInsensitiveEnumParsing?: boolean | undefined;
       maxRequestBodySize?: google.protobuf.UInt32Value | undefined;
       maxResponseBodySize?: google.protobuf.UInt32Value | undefined;
       captureUnknownQueryParameters?: boolean | undefined;
      }
      namespace GrpcJsonTranscoder {
       interface PrintOptions {
        addWhitespace?: boolean | undefined;
        alwaysPrintPrimitiveFields?: boolean | undefined;
        alwaysPrintEnumsAsInts?: boolean | undefined;
        preserveProtoFieldNames?: boolean | undefined;
        streamNewlineDelimited?: boolean | undefined;
        streamSseStyleDelimited?: boolean | undefined;
       }
       interface RequestValidationOptions {
        rejectUnknownMethod?: boolean | undefined;
        rejectUnknownQueryParameters?: boolean | undefined;
        rejectBindingBodyFieldCollisions?: boolean | undefined;
       }
       type UrlUnescapeSpec = 0 | 1 | 2;
      }
      interface UnknownQueryParams {
       key?: Dict<UnknownQueryParams.Values> | undefined;
      }
      namespace UnknownQueryParams {
       interface Values {
        values?: readonly string[] | undefined;
       }
      }
     }
    }
    namespace grpc_stats {
     namespace v3 {
      interface FilterConfig {
       emitFilterState?: boolean | undefined;
       individualMethodStatsAllowlist?: envoy.config.core.v3.GrpcMethodList | undefined;
       statsForAllMethods?: google.protobuf.BoolValue | undefined;
       enableUpstreamStats?: boolean | undefined;
       replaceDotsInGrpcServiceName?: boolean | undefined;
      }
      interface FilterObject {
       requestMessageCount?: number | undefined;
       responseMessageCount?: number | undefined;
      }
     }
    }
    namespace grpc_web {
     namespace v3 {
      interface GrpcWeb {
      }
     }
    }
    namespace gzip {
     namespace v3 {
      interface Gzip {
       memoryLevel?: google.protobuf.UInt32Value | undefined;
       compressionLevel?: Gzip.CompressionLevel.Enum | undefined;
       compressionStrategy?: Gzip.CompressionStrategy | undefined;
       windowBits?: google.protobuf.UInt32Value | undefined;
       compressor?: envoy.extensions.filters.http.compressor.v3.Compressor | undefined;
       chunkSize?: google.protobuf.UInt32Value | undefined;
      }
      namespace Gzip {
       interface CompressionLevel {
       }
       namespace CompressionLevel {
        type Enum = 0 | 1 | 2;
       }
       type CompressionStrategy = 0 | 1 | 2 | 3;
      }
     }
    }
    namespace header_mutation {
     namespace v3 {
      interface Mutations {
       requestMutations?: readonly envoy.config.common.mutation_rules.v3.HeaderMutation[] | undefined;
       queryParameterMutations?: readonly envoy.config.core.v3.KeyValueMutation[] | undefined;
       responseMutations?: readonly envoy.config.common.mutation_rules.v3.HeaderMutation[] | undefined;
       responseTrailersMutations?: readonly envoy.config.common.mutation_rules.v3.HeaderMutation[] | undefined;
       requestTrailersMutations?: readonly envoy.config.common.mutation_rules.v3.HeaderMutation[] | undefined;
       formatters?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
      }
      interface HeaderMutationPerRoute {
       mutations?: Mutations | undefined;
      }
      interface HeaderMutation {
       mutations?: Mutations | undefined;
       mostSpecificHeaderMutationsWins?: boolean | undefined;
      }
     }
    }
    namespace header_to_metadata {
     namespace v3 {
      interface Config {
       requestRules?: readonly Config.Rule[] | undefined;
       responseRules?: readonly Config.Rule[] | undefined;
       statPrefix?: string | undefined;
      }
      namespace Config {
       interface KeyValuePair {
        metadataNamespace?: string | undefined;
        key?: string | undefined;
        value?: string | undefined;
        regexValueRewrite?: envoy.type.matcher.v3.RegexMatchAndSubstitute | undefined;
        type?: Config.ValueType | undefined;
        encode?: Config.ValueEncode | undefined;
       }
       interface Rule {
        header?: string | undefined;
        cookie?: string | undefined;
        onHeaderPresent?: Config.KeyValuePair | undefined;
        onHeaderMissing?: Config.KeyValuePair | undefined;
        remove?: boolean | undefined;
       }
       type ValueType = 0 | 1 | 2;
       type ValueEncode = 0 | 1;
      }
     }
    }
    namespace health_check {
     namespace v3 {
      interface HealthCheck {
       passThroughMode?: google.protobuf.BoolValue | undefined;
       cacheTime?: google.protobuf.Duration | undefined;
       clusterMinHealthyPercentages?: Dict<envoy.type.v3.Percent> | undefined;
       headers?: readonly envoy.config.route.v3.HeaderMatcher[] | undefined;
      }
     }
    }
    namespace ip_tagging {
     namespace v3 {
      interface IPTagging {
       requestType?: IPTagging.RequestType | undefined;
       ipTags?: readonly IPTagging.IPTag[] | undefined;
       ipTagHeader?: IPTagging.IpTagHeader | undefined;
       ipTagsDatasource?: envoy.config.core.v3.DataSource | undefined;
      }
      namespace IPTagging {
       interface IPTag {
        ipTagName?: string | undefined;
        ipList?: readonly envoy.config.core.v3.CidrRange[] | undefined;
       }
       interface IPTags {
        ipTags?: readonly IPTagging.IPTag[] | undefined;
       }
       interface IpTagHeader {
        header?: string | undefined;
        action?: IPTagging.IpTagHeader.HeaderAction | undefined;
       }
       namespace IpTagHeader {
        type HeaderAction = 0 | 1;
       }
       type RequestType = 0 | 1 | 2;
      }
     }
    }
    namespace jwt_authn {
     namespace v3 {
      interface JwtProvider {
       issuer?: string | undefined;
       audiences?: readonly string[] | undefined;
       subjects?: envoy.type.matcher.v3.StringMatcher | undefined;
       requireExpiration?: boolean | undefined;
       maxLifetime?: google.protobuf.Duration | undefined;
       remoteJwks?: RemoteJwks | undefined;
       localJwks?: envoy.config.core.v3.DataSource | undefined;
       forward?: boolean | undefined;
       fromHeaders?: readonly JwtHeader[] | undefined;
       fromParams?: readonly string[] | undefined;
       fromCookies?: readonly string[] | undefined;
       forwardPayloadHeader?: string | undefined;
       padForwardPayloadHeader?: boolean | undefined;
       payloadInMetadata?: string | undefined;
       normalizePayloadInMetadata?: JwtProvider.NormalizePayload | undefined;
       headerInMetadata?: string | undefined;
       failedStatusInMetadata?: string | undefined;
       clockSkewSeconds?: number | undefined;
       jwtCacheConfig?: JwtCacheConfig | undefined;
       claimToHeaders?: readonly JwtClaimToHeader[] | undefined;
       clearRouteCache?: boolean | undefined;
      }
      namespace JwtProvider {
       interface NormalizePayload {
        spaceDelimitedClaims?: readonly string[] | undefined;
       }
      }
      interface JwtCacheConfig {
       jwtCacheSize?: number | undefined;
       jwtMaxTokenSize?: number | undefined;
      }
      interface RemoteJwks {
       httpUri?: envoy.config.core.v3.HttpUri | undefined;
       cacheDuration?: google.protobuf.Duration | undefined;
       asyncFetch?: JwksAsyncFetch | undefined;
       retryPolicy?: envoy.config.core.v3.RetryPolicy | undefined;
      }
      interface JwksAsyncFetch {
       fastListener?: boolean | undefined;
       failedRefetchDuration?: google.protobuf.Duration | undefined;
      }
      interface JwtHeader {
       name?: string | undefined;
       valuePrefix?: string | undefined;
      }
      interface ProviderWithAudiences {
       providerName?: string | undefined;
       audiences?: readonly string[] | undefined;
      }
      interface JwtRequirement {
       providerName?: string | undefined;
       providerAndAudiences?: ProviderWithAudiences | undefined;
       requiresAny?: JwtRequirementOrList | undefined;
       requiresAll?: JwtRequirementAndList | undefined;
       allowMissingOrFailed?: google.protobuf.Empty | undefined;
       allowMissing?: google.protobuf.Empty | undefined;
       extractOnlyWithoutValidation?: ExtractOnlyWithoutValidation | undefined;
      }
      interface ExtractOnlyWithoutValidation {
       verificationStatusHeader?: string | undefined;
      }
      interface JwtRequirementOrList {
       requirements?: readonly JwtRequirement[] | undefined;
      }
      interface JwtRequirementAndList {
       requirements?: readonly JwtRequirement[] | undefined;
      }
      interface RequirementRule {
       match?: envoy.config.route.v3.RouteMatch | undefined;
       requires?: JwtRequirement | undefined;
       requirementName?: string | undefined;
      }
      interface FilterStateRule {
       name?: string | undefined;
       requires?: Dict<JwtRequirement> | undefined;
      }
      interface JwtAuthentication {
       providers?: Dict<JwtProvider> | undefined;
       rules?: readonly RequirementRule[] | undefined;
       filterStateRules?: FilterStateRule | undefined;
       bypassCorsPreflight?: boolean | undefined;
       requirementMap?: Dict<JwtRequirement> | undefined;
       stripFailureResponse?: boolean | undefined;
       statPrefix?: string | undefined;
      }
      interface PerRouteConfig {
       disabled?: boolean | undefined;
       requirementName?: string | undefined;
      }
      interface JwtClaimToHeader {
       headerName?: string | undefined;
       claimName?: string | undefined;
       claimPath?: readonly JwtClaimToHeader.PathSegment[] | undefined;
      }
      namespace JwtClaimToHeader {
       interface PathSegment {
        key?: string | undefined;
       }
      }
     }
    }
    namespace kill_request {
     namespace v3 {
      interface KillRequest {
       probability?: envoy.type.v3.FractionalPercent | undefined;
       killRequestHeader?: string | undefined;
       direction?: KillRequest.Direction | undefined;
      }
      namespace KillRequest {
       type Direction = 0 | 1;
      }
     }
    }
    namespace local_ratelimit {
     namespace v3 {
      interface LocalRateLimit {
       statPrefix?: string | undefined;
       status?: envoy.type.v3.HttpStatus | undefined;
       tokenBucket?: envoy.type.v3.TokenBucket | undefined;
       filterEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       filterEnforced?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       requestHeadersToAddWhenNotEnforced?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
       responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
       descriptors?: readonly envoy.extensions.common.ratelimit.v3.LocalRateLimitDescriptor[] | undefined;
       stage?: number | undefined;
       localRateLimitPerDownstreamConnection?: boolean | undefined;
       localClusterRateLimit?: envoy.extensions.common.ratelimit.v3.LocalClusterRateLimit | undefined;
       enableXRatelimitHeaders?: envoy.extensions.common.ratelimit.v3.XRateLimitHeadersRFCVersion | undefined;
       vhRateLimits?: envoy.extensions.common.ratelimit.v3.VhRateLimitsOptions | undefined;
       alwaysConsumeDefaultTokenBucket?: google.protobuf.BoolValue | undefined;
       rateLimitedAsResourceExhausted?: boolean | undefined;
       rateLimits?: readonly envoy.config.route.v3.RateLimit[] | undefined;
       maxDynamicDescriptors?: google.protobuf.UInt32Value | undefined;
       enableRetryAfterHeader?: boolean | undefined;
      }
     }
    }
    namespace lua {
     namespace v3 {
      interface Lua {
       inlineCode?: string | undefined;
       sourceCodes?: Dict<envoy.config.core.v3.DataSource> | undefined;
       defaultSourceCode?: envoy.config.core.v3.DataSource | undefined;
       statPrefix?: string | undefined;
       clearRouteCache?: google.protobuf.BoolValue | undefined;
       filterContext?: google.protobuf.Struct | undefined;
       packagePaths?: readonly string[] | undefined;
       packageCpaths?: readonly string[] | undefined;
       sharedVmId?: string | undefined;
      }
      interface LuaPerRoute {
       disabled?: boolean | undefined;
       name?: string | undefined;
       sourceCode?: envoy.config.core.v3.DataSource | undefined;
       filterContext?: google.protobuf.Struct | undefined;
       packagePaths?: readonly string[] | undefined;
       packageCpaths?: readonly string[] | undefined;
       sharedVmId?: string | undefined;
      }
     }
    }
    namespace mcp {
     namespace v3 {
      interface Mcp {
       trafficMode?: Mcp.TrafficMode | undefined;
       clearRouteCache?: boolean | undefined;
       maxRequestBodySize?: google.protobuf.UInt32Value | undefined;
       parserConfig?: ParserConfig | undefined;
       requestStorageMode?: Mcp.RequestStorageMode | undefined;
       propagateTraceContext?: Mcp.TraceContextPropagationConfig | undefined;
       propagateBaggage?: Mcp.BaggagePropagationConfig | undefined;
       rejectDuplicateKeys?: google.protobuf.BoolValue | undefined;
       attributeSource?: Mcp.AttributeSource | undefined;
       earlyTerminateWhenRoutable?: boolean | undefined;
       maxSupportedProtocolVersion?: google.protobuf.StringValue | undefined;
      }
      namespace Mcp {
       interface TraceContextPropagationConfig {
       }
       interface BaggagePropagationConfig {
       }
       type TrafficMode = 0 | 1 | 2;
       type RequestStorageMode = 0 | 1 | 2 | 3;
       type AttributeSource = 0 | 1 | 2;
      }
      interface ParserConfig {
       methods?: readonly ParserConfig.MethodConfig[] | undefined;
       groupMetadataKey?: string | undefined;
      }
      namespace ParserConfig {
       interface AttributeExtractionRule {
        path?: string | undefined;
       }
       interface MethodConfig {
        method?: string | undefined;
        group?: string | undefined;
        extractionRules?: readonly ParserConfig.AttributeExtractionRule[] | undefined;
       }
      }
      interface McpOverride {
       trafficMode?: Mcp.TrafficMode | undefined;
       maxRequestBodySize?: google.protobuf.UInt32Value | undefined;
       clearRouteCache?: boolean | undefined;
       parserConfig?: ParserConfig | undefined;
       requestStorageMode?: Mcp.RequestStorageMode | undefined;
       rejectDuplicateKeys?: boolean | undefined;
      }
     }
    }
    namespace mcp_json_rest_bridge {
     namespace v3 {
      interface McpJsonRestBridge {
       serverInfo?: ServerInfo | undefined;
       toolConfig?: ServerToolConfig | undefined;
       maxRequestBodySize?: google.protobuf.UInt32Value | undefined;
       maxResponseBodySize?: google.protobuf.UInt32Value | undefined;
       requestStorageMode?: McpJsonRestBridge.RequestStorageMode | undefined;
       traceContextExtraction?: TraceContextExtractionOptions | undefined;
       disableClearRouteCache?: boolean | undefined;
       perRouteOnly?: boolean | undefined;
      }
      namespace McpJsonRestBridge {
       type RequestStorageMode = 0 | 1;
      }
      interface TraceContextExtractionOptions {
      }
      interface CacheConfig {
       ttl?: google.protobuf.Duration | undefined;
       cacheScope?: CacheScope | undefined;
      }
      interface ServerInfo {
       maxSupportedProtocolVersion?: google.protobuf.StringValue | undefined;
       description?: string | undefined;
       fallbackProtocolVersion?: google.protobuf.StringValue | undefined;
       serverDiscoveryCacheConfig?: CacheConfig | undefined;
      }
      interface ToolsListLocal {
      }
      interface ServerToolConfig {
       tools?: readonly ToolConfig[] | undefined;
       listChanged?: boolean | undefined;
       toolListHttpRule?: HttpRule | undefined;
       toolListLocal?: ToolsListLocal | undefined;
       defaultServerInfo?: McpServerInfo | undefined;
      }
      interface ToolsListSpecificConfig {
       title?: string | undefined;
       description?: string | undefined;
       inputSchema?: string | undefined;
      }
      interface McpServerInfo {
       path?: string | undefined;
       host?: string | undefined;
      }
      interface ToolConfig {
       name?: string | undefined;
       httpRule?: HttpRule | undefined;
       toolListConfig?: ToolsListSpecificConfig | undefined;
       textContentStreamingEnabled?: boolean | undefined;
       serverInfo?: readonly McpServerInfo[] | undefined;
      }
      interface HttpRule {
       get?: string | undefined;
       put?: string | undefined;
       post?: string | undefined;
       delete?: string | undefined;
       patch?: string | undefined;
       body?: string | undefined;
       bindings?: readonly HttpRule.ParameterBinding[] | undefined;
      }
      namespace HttpRule {
       interface ParameterBinding {
        type?: HttpRule.ParameterBinding.Type | undefined;
        name?: string | undefined;
        argumentPath?: string | undefined;
       }
       namespace ParameterBinding {
        type Type = 0 | 1 | 2;
       }
      }
      interface McpJsonRestBridgePerRoute {
       toolConfig?: readonly ServerToolConfig[] | undefined;
      }
      type CacheScope = 0 | 1 | 2;
     }
    }
    namespace mcp_router {
     namespace v3 {
      interface HeaderSource {
       name?: string | undefined;
      }
      interface DynamicMetadataSource {
       key?: envoy.type.metadata.v3.MetadataKey | undefined;
      }
      interface IdentityExtractor {
       header?: HeaderSource | undefined;
       dynamicMetadata?: DynamicMetadataSource | undefined;
      }
      interface ValidationPolicy {
       mode?: ValidationPolicy.Mode | undefined;
      }
      namespace ValidationPolicy {
       type Mode = 0 | 1 | 2;
      }
      interface SessionIdentity {
       identity?: IdentityExtractor | undefined;
       validation?: ValidationPolicy | undefined;
      }
      interface McpRouter {
       servers?: readonly McpRouter.McpBackend[] | undefined;
       sessionIdentity?: SessionIdentity | undefined;
       lazyInitialization?: boolean | undefined;
      }
      namespace McpRouter {
       interface McpBackend {
        name?: string | undefined;
        mcpCluster?: McpRouter.McpCluster | undefined;
        headerForwarding?: McpRouter.HeaderForwarding | undefined;
       }
       interface McpCluster {
        cluster?: string | undefined;
        path?: string | undefined;
        timeout?: google.protobuf.Duration | undefined;
        hostRewriteLiteral?: string | undefined;
       }
       interface HeaderForwarding {
        forwardAll?: boolean | undefined;
        allowedHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
        disallowedHeaders?: envoy.type.matcher.v3.ListStringMatcher | undefined;
       }
      }
     }
    }
    namespace oauth2 {
     namespace v3 {
      interface CookieConfig {
       sameSite?: CookieConfig.SameSite | undefined;
       path?: string | undefined;
       partitioned?: boolean | undefined;
      }
      namespace CookieConfig {
       type SameSite = 0 | 1 | 2 | 3;
      }
      interface CookieConfigs {
       bearerTokenCookieConfig?: CookieConfig | undefined;
       oauthHmacCookieConfig?: CookieConfig | undefined;
       oauthExpiresCookieConfig?: CookieConfig | undefined;
       idTokenCookieConfig?: CookieConfig | undefined;
       refreshTokenCookieConfig?: CookieConfig | undefined;
       oauthNonceCookieConfig?: CookieConfig | undefined;
       codeVerifierCookieConfig?: CookieConfig | undefined;
      }
      interface OAuth2Credentials {
       clientId?: string | undefined;
       tokenSecret?: envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig | undefined;
       hmacSecret?: envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig | undefined;
       cookieNames?: OAuth2Credentials.CookieNames | undefined;
       cookieDomain?: string | undefined;
      }
      namespace OAuth2Credentials {
       interface CookieNames {
        bearerToken?: string | undefined;
        oauthHmac?: string | undefined;
        oauthExpires?: string | undefined;
        idToken?: string | undefined;
        refreshToken?: string | undefined;
        oauthNonce?: string | undefined;
        codeVerifier?: string | undefined;
       }
      }
      interface PrivateKeyJwtConfig {
       signingAlgorithm?: PrivateKeyJwtConfig.SigningAlgorithm | undefined;
       assertionLifetime?: google.protobuf.Duration | undefined;
       assertionAudience?: string | undefined;
      }
      namespace PrivateKeyJwtConfig {
       type SigningAlgorithm = 0 | 1 | 2 | 3 | 4 | 5;
      }
      interface OAuth2TokenForwarding {
       header?: string | undefined;
      }
      interface PostLogoutRedirectUri {
       disabled?: boolean | undefined;
       uri?: string | undefined;
      }
      interface TokenCookieChunking {
       maxCookieSize?: google.protobuf.UInt32Value | undefined;
       maxChunks?: google.protobuf.UInt32Value | undefined;
      }
      interface OAuth2Config {
       tokenEndpoint?: envoy.config.core.v3.HttpUri | undefined;
       retryPolicy?: envoy.config.core.v3.RetryPolicy | undefined;
       authorizationEndpoint?: string | undefined;
       endSessionEndpoint?: string | undefined;
       postLogoutRedirectUri?: PostLogoutRedirectUri | undefined;
       credentials?: OAuth2Credentials | undefined;
       redirectUri?: string | undefined;
       redirectPathMatcher?: envoy.type.matcher.v3.PathMatcher | undefined;
       signoutPath?: envoy.type.matcher.v3.PathMatcher | undefined;
       forwardBearerToken?: boolean | undefined;
       forwardIdToken?: OAuth2TokenForwarding | undefined;
       preserveAuthorizationHeader?: boolean | undefined;
       passThroughMatcher?: readonly envoy.config.route.v3.HeaderMatcher[] | undefined;
       authScopes?: readonly string[] | undefined;
       resources?: readonly string[] | undefined;
       authType?: OAuth2Config.AuthType | undefined;
       useRefreshToken?: google.protobuf.BoolValue | undefined;
       defaultExpiresIn?: google.protobuf.Duration | undefined;
       denyRedirectMatcher?: readonly envoy.config.route.v3.HeaderMatcher[] | undefined;
       defaultRefreshTokenExpiresIn?: google.protobuf.Duration | undefined;
       disableIdTokenSetCookie?: boolean | undefined;
       disableAccessTokenSetCookie?: boolean | undefined;
       disableRefreshTokenSetCookie?: boolean | undefined;
       cookieConfigs?: CookieConfigs | undefined;
       statPrefix?: string | undefined;
       csrfTokenExpiresIn?: google.protobuf.Duration | undefined;
       codeVerifierTokenExpiresIn?: google.protobuf.Duration | undefined;
       disableTokenEncryption?: boolean | undefined;
       allowFailedMatcher?: readonly envoy.config.route.v3.HeaderMatcher[] | undefined;
       originalRequestUri?: string | undefined;
       allowedRedirectDomains?: readonly string[] | undefined;
       useAccessTokenExpiryForIdTokenCookie?: boolean | undefined;
       privateKeyJwtConfig?: PrivateKeyJwtConfig | undefined;
       tokenCookieChunking?: TokenCookieChunking | undefined;
      }
      namespace OAuth2Config {
       type AuthType = 0 | 1 | 2 | 3;
      }
      interface OAuth2PerRoute {
       config?: OAuth2Config | undefined;
      }
      interface OAuth2 {
       config?: OAuth2Config | undefined;
      }
     }
    }
    namespace on_demand {
     namespace v3 {
      interface OnDemandCds {
       source?: envoy.config.core.v3.ConfigSource | undefined;
       resourcesLocator?: string | undefined;
       timeout?: google.protobuf.Duration | undefined;
      }
      interface OnDemand {
       odcds?: OnDemandCds | undefined;
      }
      interface PerRouteConfig {
       odcds?: OnDemandCds | undefined;
      }
     }
    }
    namespace original_src {
     namespace v3 {
      interface OriginalSrc {
       mark?: number | undefined;
      }
     }
    }
    namespace proto_api_scrubber {
     namespace v3 {
      interface ProtoApiScrubberConfig {
       descriptorSet?: DescriptorSet | undefined;
       restrictions?: Restrictions | undefined;
       filteringMode?: ProtoApiScrubberConfig.FilteringMode | undefined;
       scrubUnknownFields?: boolean | undefined;
      }
      namespace ProtoApiScrubberConfig {
       type FilteringMode = 0;
      }
      interface DescriptorSet {
       dataSource?: envoy.config.core.v3.DataSource | undefined;
      }
      interface Restrictions {
       methodRestrictions?: Dict<MethodRestrictions> | undefined;
       messageRestrictions?: Dict<MessageRestrictions> | undefined;
      }
      interface MethodRestrictions {
       requestFieldRestrictions?: Dict<RestrictionConfig> | undefined;
       responseFieldRestrictions?: Dict<RestrictionConfig> | undefined;
       methodRestriction?: RestrictionConfig | undefined;
      }
      interface MessageRestrictions {
       config?: RestrictionConfig | undefined;
       fieldRestrictions?: Dict<RestrictionConfig> | undefined;
      }
      interface RestrictionConfig {
       matcher?: xds.type.matcher.v3.Matcher | undefined;
      }
      interface RemoveFieldAction {
      }
     }
    }
    namespace proto_message_extraction {
     namespace v3 {
      interface ProtoMessageExtractionConfig {
       dataSource?: envoy.config.core.v3.DataSource | undefined;
       protoDescriptorTypedMetadata?: string | undefined;
       mode?: ProtoMessageExtractionConfig.ExtractMode | undefined;
       extractionByMethod?: Dict<MethodExtraction> | undefined;
      }
      namespace ProtoMessageExtractionConfig {
       type ExtractMode = 0 | 1;
      }
      interface MethodExtraction {
       requestExtractionByField?: Dict<MethodExtraction.ExtractDirective> | undefined;
       responseExtractionByField?: Dict<MethodExtraction.ExtractDirective> | undefined;
      }
      namespace MethodExtraction {
       type ExtractDirective = 0 | 1 | 2 | 3;
      }
     }
    }
    namespace rate_limit_quota {
     namespace v3 {
      interface RateLimitQuotaFilterConfig {
       rlqsServer?: envoy.config.core.v3.GrpcService | undefined;
       domain?: string | undefined;
       bucketMatchers?: xds.type.matcher.v3.Matcher | undefined;
       filterEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       filterEnforced?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       requestHeadersToAddWhenNotEnforced?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
      }
      interface RateLimitQuotaOverride {
       domain?: string | undefined;
       bucketMatchers?: xds.type.matcher.v3.Matcher | undefined;
      }
      interface RateLimitQuotaBucketSettings {
       bucketIdBuilder?: RateLimitQuotaBucketSettings.BucketIdBuilder | undefined;
       reportingInterval?: google.protobuf.Duration | undefined;
       denyResponseSettings?: RateLimitQuotaBucketSettings.DenyResponseSettings | undefined;
       noAssignmentBehavior?: RateLimitQuotaBucketSettings.NoAssignmentBehavior | undefined;
       expiredAssignmentBehavior?: RateLimitQuotaBucketSettings.ExpiredAssignmentBehavior | undefined;
      }
      namespace RateLimitQuotaBucketSettings {
       interface NoAssignmentBehavior {
        fallbackRateLimit?: envoy.type.v3.RateLimitStrategy | undefined;
       }
       interface ExpiredAssignmentBehavior {
        expiredAssignmentBehaviorTimeout?: google.protobuf.Duration | undefined;
        fallbackRateLimit?: envoy.type.v3.RateLimitStrategy | undefined;
        reuseLastAssignment?: RateLimitQuotaBucketSettings.ExpiredAssignmentBehavior.ReuseLastAssignment | undefined;
       }
       namespace ExpiredAssignmentBehavior {
        interface ReuseLastAssignment {
        }
       }
       interface DenyResponseSettings {
        httpStatus?: envoy.type.v3.HttpStatus | undefined;
        httpBody?: google.protobuf.BytesValue | undefined;
        grpcStatus?: google.rpc.Status | undefined;
        responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
       }
       interface BucketIdBuilder {
        bucketIdBuilder?: Dict<RateLimitQuotaBucketSettings.BucketIdBuilder.ValueBuilder> | undefined;
       }
       namespace BucketIdBuilder {
        interface ValueBuilder {
         stringValue?: string | undefined;
         customValue?: envoy.config.core.v3.TypedExtensionConfig | undefined;
        }
       }
      }
     }
    }
    namespace ratelimit {
     namespace v3 {
      interface RateLimit {
       domain?: string | undefined;
       stage?: number | undefined;
       requestType?: string | undefined;
       timeout?: google.protobuf.Duration | undefined;
       failureModeDeny?: boolean | undefined;
       rateLimitedAsResourceExhausted?: boolean | undefined;
       rateLimitService?: envoy.config.ratelimit.v3.RateLimitServiceConfig | undefined;
       enableXRatelimitHeaders?: RateLimit.XRateLimitHeadersRFCVersion | undefined;
       disableXEnvoyRatelimitedHeader?: boolean | undefined;
       rateLimitedStatus?: envoy.type.v3.HttpStatus | undefined;
       responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
       statusOnError?: envoy.type.v3.HttpStatus | undefined;
       statPrefix?: string | undefined;
       filterEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       filterEnforced?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       failureModeDenyPercent?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       rateLimits?: readonly envoy.config.route.v3.RateLimit[] | undefined;
       metadataNamespace?: string | undefined;
       enableRetryAfterHeader?: boolean | undefined;
      }
      namespace RateLimit {
       type XRateLimitHeadersRFCVersion = 0 | 1;
      }
      interface RateLimitPerRoute {
       vhRateLimits?: RateLimitPerRoute.VhRateLimitsOptions | undefined;
       overrideOption?: RateLimitPerRoute.OverrideOptions | undefined;
       rateLimits?: readonly envoy.config.route.v3.RateLimit[] | undefined;
       domain?: string | undefined;
      }
      namespace RateLimitPerRoute {
       type VhRateLimitsOptions = 0 | 1 | 2;
       type OverrideOptions = 0 | 1 | 2 | 3;
      }
     }
    }
    namespace rbac {
     namespace v3 {
      interface RBAC {
       rules?: envoy.config.rbac.v3.RBAC | undefined;
       rulesStatPrefix?: string | undefined;
       matcher?: xds.type.matcher.v3.Matcher | undefined;
       shadowRules?: envoy.config.rbac.v3.RBAC | undefined;
       shadowMatcher?: xds.type.matcher.v3.Matcher | undefined;
       shadowRulesStatPrefix?: string | undefined;
       trackPerRuleStats?: boolean | undefined;
      }
      interface RBACPerRoute {
       rbac?: RBAC | undefined;
      }
     }
    }
    namespace router {
     namespace v3 {
      interface Router {
       dynamicStats?: google.protobuf.BoolValue | undefined;
       startChildSpan?: boolean | undefined;
       upstreamLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
       upstreamLogOptions?: Router.UpstreamAccessLogOptions | undefined;
       suppressEnvoyHeaders?: boolean | undefined;
       strictCheckHeaders?: readonly string[] | undefined;
       respectExpectedRqTimeout?: boolean | undefined;
       suppressGrpcRequestFailureCodeStats?: boolean | undefined;
       upstreamHttpFilters?: readonly envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter[] | undefined;
       rejectConnectRequestEarlyData?: google.protobuf.BoolValue | undefined;
      }
      namespace Router {
       interface UpstreamAccessLogOptions {
        flushUpstreamLogOnUpstreamStream?: boolean | undefined;
        upstreamLogFlushInterval?: google.protobuf.Duration | undefined;
       }
      }
     }
    }
    namespace set_filter_state {
     namespace v3 {
      interface Config {
       onRequestHeaders?: readonly envoy.extensions.filters.common.set_filter_state.v3.FilterStateValue[] | undefined;
       clearRouteCache?: boolean | undefined;
      }
     }
    }
    namespace set_metadata {
     namespace v3 {
      interface Metadata {
       metadataNamespace?: string | undefined;
       allowOverwrite?: boolean | undefined;
       value?: google.protobuf.Struct | undefined;
       typedValue?: google.protobuf.Any | undefined;
      }
      interface Config {
       metadataNamespace?: string | undefined;
       value?: google.protobuf.Struct | undefined;
       metadata?: readonly Metadata[] | undefined;
      }
     }
    }
    namespace sse_to_metadata {
     namespace v3 {
      interface SseToMetadata {
       responseRules?: SseToMetadata.ProcessingRules | undefined;
      }
      namespace SseToMetadata {
       interface ProcessingRules {
        contentParser?: envoy.config.core.v3.TypedExtensionConfig | undefined;
        maxEventSize?: google.protobuf.UInt32Value | undefined;
       }
      }
     }
    }
    namespace stateful_session {
     namespace v3 {
      interface StatefulSession {
       sessionState?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       strict?: boolean | undefined;
       statPrefix?: string | undefined;
       statusOnStrictDestinationNotFound?: number | undefined;
      }
      interface StatefulSessionPerRoute {
       disabled?: boolean | undefined;
       statefulSession?: StatefulSession | undefined;
      }
     }
    }
    namespace tap {
     namespace v3 {
      interface Tap {
       commonConfig?: envoy.extensions.common.tap.v3.CommonExtensionConfig | undefined;
       recordHeadersReceivedTime?: boolean | undefined;
       recordDownstreamConnection?: boolean | undefined;
       recordUpstreamConnection?: boolean | undefined;
      }
     }
    }
    namespace thrift_to_metadata {
     namespace v3 {
      interface KeyValuePair {
       metadataNamespace?: string | undefined;
       key?: string | undefined;
       value?: google.protobuf.Value | undefined;
      }
      interface FieldSelector {
       name?: string | undefined;
       id?: number | undefined;
       child?: FieldSelector | undefined;
      }
      interface Rule {
       field?: Field | undefined;
       fieldSelector?: FieldSelector | undefined;
       methodName?: string | undefined;
       onPresent?: KeyValuePair | undefined;
       onMissing?: KeyValuePair | undefined;
      }
      interface ThriftToMetadata {
       requestRules?: readonly Rule[] | undefined;
       responseRules?: readonly Rule[] | undefined;
       transport?: envoy.extensions.filters.network.thrift_proxy.v3.TransportType | undefined;
       protocol?: envoy.extensions.filters.network.thrift_proxy.v3.ProtocolType | undefined;
       allowContentTypes?: readonly string[] | undefined;
       allowEmptyContentType?: boolean | undefined;
      }
      interface ThriftToMetadataPerRoute {
       requestRules?: readonly Rule[] | undefined;
       responseRules?: readonly Rule[] | undefined;
      }
      type Field = 0 | 1 | 2 | 3 | 4 | 5 | 6;
     }
    }
    namespace transform {
     namespace v3 {
      interface TransformConfig {
       requestTransformation?: Transformation | undefined;
       responseTransformation?: Transformation | undefined;
       clearClusterCache?: boolean | undefined;
       clearRouteCache?: boolean | undefined;
      }
      interface Transformation {
       headersMutations?: readonly envoy.config.common.mutation_rules.v3.HeaderMutation[] | undefined;
       bodyTransformation?: BodyTransformation | undefined;
      }
      interface BodyTransformation {
       bodyFormat?: envoy.config.core.v3.SubstitutionFormatString | undefined;
       action?: BodyTransformation.TransformAction | undefined;
      }
      namespace BodyTransformation {
       type TransformAction = 0 | 1;
      }
     }
    }
    namespace upstream_codec {
     namespace v3 {
      interface UpstreamCodec {
      }
     }
    }
    namespace wasm {
     namespace v3 {
      interface Wasm {
       config?: envoy.extensions.wasm.v3.PluginConfig | undefined;
      }
     }
    }
   }
   namespace common {
    namespace dependency {
     namespace v3 {
      interface Dependency {
       type?: Dependency.DependencyType | undefined;
       name?: string | undefined;
      }
      namespace Dependency {
       type DependencyType = 0 | 1 | 2;
      }
      interface FilterDependencies {
       decodeRequired?: readonly Dependency[] | undefined;
       decodeProvided?: readonly Dependency[] | undefined;
       encodeRequired?: readonly Dependency[] | undefined;
       encodeProvided?: readonly Dependency[] | undefined;
      }
      interface MatchingRequirements {
       dataInputAllowList?: MatchingRequirements.DataInputAllowList | undefined;
      }
      namespace MatchingRequirements {
       interface DataInputAllowList {
        typeUrl?: readonly string[] | undefined;
       }
      }
     }
    }
    namespace fault {
     namespace v3 {
      interface FaultDelay {
       fixedDelay?: google.protobuf.Duration | undefined;
       headerDelay?: FaultDelay.HeaderDelay | undefined;
       percentage?: envoy.type.v3.FractionalPercent | undefined;
      }
      namespace FaultDelay {
       interface HeaderDelay {
       }
       type FaultDelayType = 0;
      }
      interface FaultRateLimit {
       fixedLimit?: FaultRateLimit.FixedLimit | undefined;
       headerLimit?: FaultRateLimit.HeaderLimit | undefined;
       percentage?: envoy.type.v3.FractionalPercent | undefined;
      }
      namespace FaultRateLimit {
       interface FixedLimit {
        limitKbps?: number | undefined;
       }
       interface HeaderLimit {
       }
      }
     }
    }
    namespace jwks {
     namespace v3 {
      interface RemoteJwks {
       httpUri?: envoy.config.core.v3.HttpUri | undefined;
       cacheDuration?: google.protobuf.Duration | undefined;
       asyncFetch?: JwksAsyncFetch | undefined;
       retryPolicy?: envoy.config.core.v3.RetryPolicy | undefined;
      }
      interface JwksAsyncFetch {
       fastListener?: boolean | undefined;
       failedRefetchDuration?: google.protobuf.Duration | undefined;
      }
      interface JwtHandshakeValidator {
       issuer?: string | undefined;
       audiences?: readonly string[] | undefined;
       localJwks?: envoy.config.core.v3.DataSource | undefined;
       remoteJwks?: RemoteJwks | undefined;
       tokenHeader?: string | undefined;
       claimsMetadataNamespace?: string | undefined;
       allowMissingOrFailed?: boolean | undefined;
       clockSkewSeconds?: number | undefined;
      }
     }
    }
    namespace matcher {
     namespace action {
      namespace v3 {
       interface SkipFilter {
       }
      }
     }
    }
    namespace set_filter_state {
     namespace v3 {
      interface FilterStateValue {
       objectKey?: string | undefined;
       factoryKey?: string | undefined;
       formatString?: envoy.config.core.v3.SubstitutionFormatString | undefined;
       readOnly?: boolean | undefined;
       sharedWithUpstream?: FilterStateValue.SharedWithUpstream | undefined;
       skipIfEmpty?: boolean | undefined;
      }
      namespace FilterStateValue {
       type SharedWithUpstream = 0 | 1 | 2;
      }
     }
    }
   }
   namespace network {
    namespace http_connection_manager {
     namespace v3 {
      interface HttpConnectionManager {
       codecType?: HttpConnectionManager.CodecType | undefined;
       statPrefix?: string | undefined;
       rds?: Rds | undefined;
       routeConfig?: envoy.config.route.v3.RouteConfiguration | undefined;
       scopedRoutes?: ScopedRoutes | undefined;
       httpFilters?: readonly HttpFilter[] | undefined;
       addUserAgent?: google.protobuf.BoolValue | undefined;
       tracing?: HttpConnectionManager.Tracing | undefined;
       commonHttpProtocolOptions?: envoy.config.core.v3.HttpProtocolOptions | undefined;
       http1SafeMaxConnectionDuration?: boolean | undefined;
       httpProtocolOptions?: envoy.config.core.v3.Http1ProtocolOptions | undefined;
       http2ProtocolOptions?: envoy.config.core.v3.Http2ProtocolOptions | undefined;
       http3ProtocolOptions?: envoy.config.core.v3.Http3ProtocolOptions | undefined;
       serverName?: string | undefined;
       serverHeaderTransformation?: HttpConnectionManager.ServerHeaderTransformation | undefined;
       schemeHeaderTransformation?: envoy.config.core.v3.SchemeHeaderTransformation | undefined;
       maxRequestHeadersKb?: google.protobuf.UInt32Value | undefined;
       streamIdleTimeout?: google.protobuf.Duration | undefined;
       streamFlushTimeout?: google.protobuf.Duration | undefined;
       requestTimeout?: google.protobuf.Duration | undefined;
       requestHeadersTimeout?: google.protobuf.Duration | undefined;
       drainTimeout?: google.protobuf.Duration | undefined;
       drainTimeoutJitter?: envoy.type.v3.Percent | undefined;
       delayedCloseTimeout?: google.protobuf.Duration | undefined;
       accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
       accessLogFlushInterval?: google.protobuf.Duration | undefined;
       flushAccessLogOnNewRequest?: boolean | undefined;
       accessLogOptions?: HttpConnectionManager.HcmAccessLogOptions | undefined;
       useRemoteAddress?: google.protobuf.BoolValue | undefined;
       xffNumTrustedHops?: number | undefined;
       originalIpDetectionExtensions?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
       earlyHeaderMutationExtensions?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
       internalAddressConfig?: HttpConnectionManager.InternalAddressConfig | undefined;
       skipXffAppend?: boolean | undefined;
       via?: string | undefined;
       generateRequestId?: google.protobuf.BoolValue | undefined;
       preserveExternalRequestId?: boolean | undefined;
       alwaysSetRequestIdInResponse?: boolean | undefined;
       forwardClientCertDetails?: HttpConnectionManager.ForwardClientCertDetails | undefined;
       setCurrentClientCertDetails?: HttpConnectionManager.SetCurrentClientCertDetails | undefined;
       forwardClientCertMatcher?: xds.type.matcher.v3.Matcher | undefined;
       proxy100Continue?: boolean | undefined;
       representIpv4RemoteAddressAsIpv4MappedIpv6?: boolean | undefined;
       upgradeConfigs?: readonly HttpConnectionManager.UpgradeConfig[] | undefined;
       normalizePath?: google.protobuf.BoolValue | undefined;
       mergeSlashes?: boolean | undefined;
       pathWithEscapedSlashesAction?: HttpConnectionManager.PathWithEscapedSlashesAction | undefined;
       requestIdExtension?: RequestIDExtension | undefined;
       localReplyConfig?: LocalReplyConfig | undefined;
       stripMatchingHostPort?: boolean | undefined;
       stripAnyHostPort?: boolean | undefined;
       streamErrorOnInvalidHttpMessage?: google.protobuf.BoolValue | undefined;
       pathNormalizationOptions?: HttpConnectionManager.PathNormalizationOptions | undefined;
       stripTrailingHostDot?: boolean | undefined;
       proxyStatusConfig?: HttpConnectionManager.ProxyStatusConfig | undefined;
       typedHeaderValidationConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       appendXForwardedPort?: boolean | undefined;
       appendLocalOverload?: boolean | undefined;
       addProxyProtocolConnectionState?: google.protobuf.BoolValue | undefined;
       forwardProtoConfig?: ForwardProtoConfig | undefined;
       recordRouteResolutionStats?: boolean | undefined;
      }
      namespace HttpConnectionManager {
       interface Tracing {
        clientSampling?: envoy.type.v3.Percent | undefined;
        randomSampling?: envoy.type.v3.Percent | undefined;
        overallSampling?: envoy.type.v3.Percent | undefined;
        verbose?: boolean | undefined;
        maxPathTagLength?: google.protobuf.UInt32Value | undefined;
        customTags?: readonly envoy.type.tracing.v3.CustomTag[] | undefined;
        provider?: envoy.config.trace.v3.Tracing.Http | undefined;
        spawnUpstreamSpan?: google.protobuf.BoolValue | undefined;
        operation?: string | undefined;
        upstreamOperation?: string | undefined;
        noContextPropagation?: boolean | undefined;
       }
       namespace Tracing {
        type OperationName = 0 | 1;
       }
       interface InternalAddressConfig {
        unixSockets?: boolean | undefined;
        cidrRanges?: readonly envoy.config.core.v3.CidrRange[] | undefined;
       }
       interface SetCurrentClientCertDetails {
        subject?: google.protobuf.BoolValue | undefined;
        cert?: boolean | undefined;
        chain?: boolean | undefined;
        dns?: boolean | undefined;
        uri?: boolean | undefined;
        issuer?: boolean | undefined;
        format?: HttpConnectionManager.ForwardClientCertFormat | undefined;
       }
       interface ForwardClientCertConfig {
        forwardClientCertDetails?: HttpConnectionManager.ForwardClientCertDetails | undefined;
        setCurrentClientCertDetails?: HttpConnectionManager.SetCurrentClientCertDetails | undefined;
       }
       interface UpgradeConfig {
        upgradeType?: string | undefined;
        filters?: readonly HttpFilter[] | undefined;
        enabled?: google.protobuf.BoolValue | undefined;
       }
       interface PathNormalizationOptions {
        forwardingTransformation?: envoy.type.http.v3.PathTransformation | undefined;
        httpFilterTransformation?: envoy.type.http.v3.PathTransformation | undefined;
       }
       interface ProxyStatusConfig {
        removeDetails?: boolean | undefined;
        removeConnectionTerminationDetails?: boolean | undefined;
        removeResponseFlags?: boolean | undefined;
        setRecommendedResponseCode?: boolean | undefined;
        useNodeId?: boolean | undefined;
        literalProxyName?: string | undefined;
       }
       interface HcmAccessLogOptions {
        accessLogFlushInterval?: google.protobuf.Duration | undefined;
        flushAccessLogOnNewRequest?: boolean | undefined;
        flushLogOnTunnelSuccessfullyEstablished?: boolean | undefined;
       }
       type CodecType = 0 | 1 | 2 | 3;
       type ServerHeaderTransformation = 0 | 1 | 2;
       type ForwardClientCertDetails = 0 | 1 | 2 | 3 | 4;
       type PathWithEscapedSlashesAction = 0 | 1 | 2 | 3 | 4;
       type ForwardClientCertFormat = 0 | 1;
      }
      interface ForwardProtoConfig {
       httpsDestinationPorts?: readonly number[] | undefined;
       httpDestinationPorts?: readonly number[] | undefined;
      }
      interface LocalReplyConfig {
       mappers?: readonly ResponseMapper[] | undefined;
       bodyFormat?: envoy.config.core.v3.SubstitutionFormatString | undefined;
      }
      interface ResponseMapper {
       filter?: envoy.config.accesslog.v3.AccessLogFilter | undefined;
       statusCode?: google.protobuf.UInt32Value | undefined;
       body?: envoy.config.core.v3.DataSource | undefined;
       bodyFormatOverride?: envoy.config.core.v3.SubstitutionFormatString | undefined;
       headersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
      }
      interface Rds {
       configSource?: envoy.config.core.v3.ConfigSource | undefined;
       routeConfigName?: string | undefined;
      }
      interface ScopedRouteConfigurationsList {
       scopedRouteConfigurations?: readonly envoy.config.route.v3.ScopedRouteConfiguration[] | undefined;
      }
      interface ScopedRoutes {
       name?: string | undefined;
       scopeKeyBuilder?: ScopedRoutes.ScopeKeyBuilder | undefined;
       rdsConfigSource?: envoy.config.core.v3.ConfigSource | undefined;
       scopedRouteConfigurationsList?: ScopedRouteConfigurationsList | undefined;
       scopedRds?: ScopedRds | undefined;
      }
      namespace ScopedRoutes {
       interface ScopeKeyBuilder {
        fragments?: readonly ScopedRoutes.ScopeKeyBuilder.FragmentBuilder[] | undefined;
       }
       namespace ScopeKeyBuilder {
        interface FragmentBuilder {
         headerValueExtractor?: ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor | undefined;
        }
        namespace FragmentBuilder {
         interface HeaderValueExtractor {
          name?: string | undefined;
          elementSeparator?: string | undefined;
          index?: number | undefined;
          element?: ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor.KvElement | undefined;
         }
         namespace HeaderValueExtractor {
          interface KvElement {
           separator?: string | undefined;
           key?: string | undefined;
          }
         }
        }
       }
      }
      interface ScopedRds {
       scopedRdsConfigSource?: envoy.config.core.v3.ConfigSource | undefined;
       srdsResourcesLocator?: string | undefined;
      }
      interface HttpFilter {
       name?: string | undefined;
       typedConfig?: google.protobuf.Any | undefined;
       configDiscovery?: envoy.config.core.v3.ExtensionConfigSource | undefined;
       isOptional?: boolean | undefined;
       disabled?: boolean | undefined;
      }
      interface RequestIDExtension {
       typedConfig?: google.protobuf.Any | undefined;
      }
      interface EnvoyMobileHttpConnectionManager {
       config?: HttpConnectionManager | undefined;
      }
     }
    }
    namespace thrift_proxy {
     namespace v3 {
      interface RouteConfiguration {
       name?: string | undefined;
       routes?: readonly Route[] | undefined;
       validateClusters?: google.protobuf.BoolValue | undefined;
      }
      interface Route {
       match?: RouteMatch | undefined;
       route?: RouteAction | undefined;
      }
      interface RouteMatch {
       methodName?: string | undefined;
       serviceName?: string | undefined;
       invert?: boolean | undefined;
       headers?: readonly envoy.config.route.v3.HeaderMatcher[] | undefined;
      }
      interface RouteAction {
       cluster?: string | undefined;
       weightedClusters?: WeightedCluster | undefined;
       clusterHeader?: string | undefined;
       metadataMatch?: envoy.config.core.v3.Metadata | undefined;
       rateLimits?: readonly envoy.config.route.v3.RateLimit[] | undefined;
       stripServiceName?: boolean | undefined;
       requestMirrorPolicies?: readonly RouteAction.RequestMirrorPolicy[] | undefined;
      }
      namespace RouteAction {
       interface RequestMirrorPolicy {
        cluster?: string | undefined;
        runtimeFraction?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       }
      }
      interface WeightedCluster {
       clusters?: readonly WeightedCluster.ClusterWeight[] | undefined;
      }
      namespace WeightedCluster {
       interface ClusterWeight {
        name?: string | undefined;
        weight?: google.protobuf.UInt32Value | undefined;
        metadataMatch?: envoy.config.core.v3.Metadata | undefined;
       }
      }
      interface Trds {
       configSource?: envoy.config.core.v3.ConfigSource | undefined;
       routeConfigName?: string | undefined;
      }
      interface ThriftProxy {
       transport?: TransportType | undefined;
       protocol?: ProtocolType | undefined;
       statPrefix?: string | undefined;
       routeConfig?: RouteConfiguration | undefined;
       trds?: Trds | undefined;
       thriftFilters?: readonly ThriftFilter[] | undefined;
       payloadPassthrough?: boolean | undefined;
       maxRequestsPerConnection?: google.protobuf.UInt32Value | undefined;
       accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
       headerKeysPreserveCase?: boolean | undefined;
      }
      interface ThriftFilter {
       name?: string | undefined;
       typedConfig?: google.protobuf.Any | undefined;
      }
      interface ThriftProtocolOptions {
       transport?: TransportType | undefined;
       protocol?: ProtocolType | undefined;
      }
      type TransportType = 0 | 1 | 2 | 3;
      type ProtocolType = 0 | 1 | 2 | 3 | 4;
     }
     namespace filters {
      namespace header_to_metadata {
       namespace v3 {
        interface HeaderToMetadata {
         requestRules?: readonly HeaderToMetadata.Rule[] | undefined;
        }
        namespace HeaderToMetadata {
         interface KeyValuePair {
          metadataNamespace?: string | undefined;
          key?: string | undefined;
          value?: string | undefined;
          regexValueRewrite?: envoy.type.matcher.v3.RegexMatchAndSubstitute | undefined;
          type?: HeaderToMetadata.ValueType | undefined;
          encode?: HeaderToMetadata.ValueEncode | undefined;
         }
         interface Rule {
          header?: string | undefined;
          onPresent?: HeaderToMetadata.KeyValuePair | undefined;
          onMissing?: HeaderToMetadata.KeyValuePair | undefined;
          remove?: boolean | undefined;
         }
         type ValueType = 0 | 1 | 2;
         type ValueEncode = 0 | 1;
        }
       }
      }
      namespace payload_to_metadata {
       namespace v3 {
        interface PayloadToMetadata {
         requestRules?: readonly PayloadToMetadata.Rule[] | undefined;
        }
        namespace PayloadToMetadata {
         interface KeyValuePair {
          metadataNamespace?: string | undefined;
          key?: string | undefined;
          value?: string | undefined;
          regexValueRewrite?: envoy.type.matcher.v3.RegexMatchAndSubstitute | undefined;
          type?: PayloadToMetadata.ValueType | undefined;
         }
         interface Rule {
          methodName?: string | undefined;
          serviceName?: string | undefined;
          fieldSelector?: PayloadToMetadata.FieldSelector | undefined;
          onPresent?: PayloadToMetadata.KeyValuePair | undefined;
          onMissing?: PayloadToMetadata.KeyValuePair | undefined;
         }
         interface FieldSelector {
          name?: string | undefined;
          id?: number | undefined;
          child?: PayloadToMetadata.FieldSelector | undefined;
         }
         type ValueType = 0 | 1;
        }
       }
      }
      namespace ratelimit {
       namespace v3 {
        interface RateLimit {
         domain?: string | undefined;
         stage?: number | undefined;
         timeout?: google.protobuf.Duration | undefined;
         failureModeDeny?: boolean | undefined;
         rateLimitService?: envoy.config.ratelimit.v3.RateLimitServiceConfig | undefined;
        }
       }
      }
     }
     namespace router {
      namespace v3 {
       interface Router {
        closeDownstreamOnUpstreamError?: google.protobuf.BoolValue | undefined;
       }
      }
     }
    }
    namespace connection_limit {
     namespace v3 {
      interface ConnectionLimit {
       statPrefix?: string | undefined;
       maxConnections?: google.protobuf.UInt64Value | undefined;
       delay?: google.protobuf.Duration | undefined;
       runtimeEnabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
      }
     }
    }
    namespace direct_response {
     namespace v3 {
      interface Config {
       response?: envoy.config.core.v3.DataSource | undefined;
      }
     }
    }
    namespace dubbo_proxy {
     namespace router {
      namespace v3 {
       interface Router {
       }
      }
     }
     namespace v3 {
      interface RouteConfiguration {
       name?: string | undefined;
       interface?: string | undefined;
       group?: string | undefined;
       version?: string | undefined;
       routes?: readonly Route[] | undefined;
      }
      interface Route {
       match?: RouteMatch | undefined;
       route?: RouteAction | undefined;
      }
      interface RouteMatch {
       method?: MethodMatch | undefined;
       headers?: readonly envoy.config.route.v3.HeaderMatcher[] | undefined;
      }
      interface RouteAction {
       cluster?: string | undefined;
       weightedClusters?: envoy.config.route.v3.WeightedCluster | undefined;
       metadataMatch?: envoy.config.core.v3.Metadata | undefined;
      }
      interface MethodMatch {
       name?: envoy.type.matcher.v3.StringMatcher | undefined;
       paramsMatch?: Dict<MethodMatch.ParameterMatchSpecifier> | undefined;
      }
      namespace MethodMatch {
       interface ParameterMatchSpecifier {
        exactMatch?: string | undefined;
        rangeMatch?: envoy.type.v3.Int64Range | undefined;
       }
      }
      interface MultipleRouteConfiguration {
       name?: string | undefined;
       routeConfig?: readonly RouteConfiguration[] | undefined;
      }
      interface Drds {
       configSource?: envoy.config.core.v3.ConfigSource | undefined;
       routeConfigName?: string | undefined;
      }
      interface DubboProxy {
       statPrefix?: string | undefined;
       protocolType?: ProtocolType | undefined;
       serializationType?: SerializationType | undefined;
       routeConfig?: readonly RouteConfiguration[] | undefined;
       drds?: Drds | undefined;
       multipleRouteConfig?: MultipleRouteConfiguration | undefined;
       dubboFilters?: readonly DubboFilter[] | undefined;
      }
      interface DubboFilter {
       name?: string | undefined;
       config?: google.protobuf.Any | undefined;
      }
      type ProtocolType = 0;
      type SerializationType = 0;
     }
    }
    namespace dynamic_modules {
     namespace v3 {
      interface DynamicModuleNetworkFilter {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       filterName?: string | undefined;
       filterConfig?: google.protobuf.Any | undefined;
       terminalFilter?: boolean | undefined;
      }
     }
    }
    namespace echo {
     namespace v3 {
      interface Echo {
      }
     }
    }
    namespace ext_authz {
     namespace v3 {
      interface ExtAuthz {
       statPrefix?: string | undefined;
       grpcService?: envoy.config.core.v3.GrpcService | undefined;
       failureModeAllow?: boolean | undefined;
       includePeerCertificate?: boolean | undefined;
       transportApiVersion?: envoy.config.core.v3.ApiVersion | undefined;
       filterEnabledMetadata?: envoy.type.matcher.v3.MetadataMatcher | undefined;
       bootstrapMetadataLabelsKey?: string | undefined;
       includeTlsSession?: boolean | undefined;
       sendTlsAlertOnDenial?: boolean | undefined;
       metadataContextNamespaces?: readonly string[] | undefined;
       typedMetadataContextNamespaces?: readonly string[] | undefined;
       shadowMode?: boolean | undefined;
      }
     }
    }
    namespace ext_proc {
     namespace v3 {
      interface NetworkExternalProcessor {
       grpcService?: envoy.config.core.v3.GrpcService | undefined;
       failureModeAllow?: boolean | undefined;
       processingMode?: ProcessingMode | undefined;
       messageTimeout?: google.protobuf.Duration | undefined;
       statPrefix?: string | undefined;
       metadataOptions?: MetadataOptions | undefined;
       connectionAttributes?: readonly string[] | undefined;
      }
      interface ProcessingMode {
       processRead?: ProcessingMode.DataSendMode | undefined;
       processWrite?: ProcessingMode.DataSendMode | undefined;
      }
      namespace ProcessingMode {
       type DataSendMode = 0 | 1;
      }
      interface MetadataOptions {
       forwardingNamespaces?: MetadataOptions.MetadataNamespaces | undefined;
       receivingNamespaces?: MetadataOptions.MetadataNamespaces | undefined;
      }
      namespace MetadataOptions {
       interface MetadataNamespaces {
        untyped?: readonly string[] | undefined;
        typed?: readonly string[] | undefined;
       }
      }
     }
    }
    namespace generic_proxy {
     namespace action {
      namespace v3 {
       interface RouteAction {
        name?: string | undefined;
        cluster?: string | undefined;
        weightedClusters?: envoy.config.route.v3.WeightedCluster | undefined;
        metadata?: envoy.config.core.v3.Metadata | undefined;
        perFilterConfig?: Dict<google.protobuf.Any> | undefined;
        timeout?: google.protobuf.Duration | undefined;
        retryPolicy?: envoy.config.core.v3.RetryPolicy | undefined;
       }
      }
     }
     namespace codecs {
      namespace dubbo {
       namespace v3 {
        interface DubboCodecConfig {
        }
       }
      }
      namespace http1 {
       namespace v3 {
        interface Http1CodecConfig {
         singleFrameMode?: google.protobuf.BoolValue | undefined;
         maxBufferSize?: google.protobuf.UInt32Value | undefined;
        }
       }
      }
     }
     namespace matcher {
      namespace v3 {
       interface ServiceMatchInput {
       }
       interface HostMatchInput {
       }
       interface PathMatchInput {
       }
       interface MethodMatchInput {
       }
       interface PropertyMatchInput {
        propertyName?: string | undefined;
       }
       interface RequestMatchInput {
       }
       interface KeyValueMatchEntry {
        name?: string | undefined;
        stringMatch?: envoy.type.matcher.v3.StringMatcher | undefined;
       }
       interface RequestMatcher {
        host?: envoy.type.matcher.v3.StringMatcher | undefined;
        path?: envoy.type.matcher.v3.StringMatcher | undefined;
        method?: envoy.type.matcher.v3.StringMatcher | undefined;
        properties?: readonly KeyValueMatchEntry[] | undefined;
       }
      }
     }
     namespace router {
      namespace v3 {
       interface Router {
        bindUpstreamConnection?: boolean | undefined;
       }
      }
     }
     namespace v3 {
      interface VirtualHost {
       name?: string | undefined;
       hosts?: readonly string[] | undefined;
       routes?: xds.type.matcher.v3.Matcher | undefined;
      }
      interface RouteConfiguration {
       name?: string | undefined;
       routes?: xds.type.matcher.v3.Matcher | undefined;
       virtualHosts?: readonly VirtualHost[] | undefined;
      }
      interface GenericProxy {
       statPrefix?: string | undefined;
       codecConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       genericRds?: GenericRds | undefined;
       routeConfig?: RouteConfiguration | undefined;
       filters?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
       tracing?: envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.Tracing | undefined;
       accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
      }
      interface GenericRds {
       configSource?: envoy.config.core.v3.ConfigSource | undefined;
       routeConfigName?: string | undefined;
      }
     }
    }
    namespace geoip {
     namespace v3 {
      interface Geoip {
       statPrefix?: string | undefined;
       provider?: envoy.config.core.v3.TypedExtensionConfig | undefined;
       clientIp?: string | undefined;
      }
     }
    }
    namespace local_ratelimit {
     namespace v3 {
      interface LocalRateLimit {
       statPrefix?: string | undefined;
       tokenBucket?: envoy.type.v3.TokenBucket | undefined;
       runtimeEnabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
       shareKey?: string | undefined;
      }
     }
    }
    namespace mongo_proxy {
     namespace v3 {
      interface MongoProxy {
       statPrefix?: string | undefined;
       accessLog?: string | undefined;
       delay?: envoy.extensions.filters.common.fault.v3.FaultDelay | undefined;
       emitDynamicMetadata?: boolean | undefined;
       commands?: readonly string[] | undefined;
       maxBsonDepth?: google.protobuf.UInt32Value | undefined;
      }
     }
    }
    namespace ratelimit {
     namespace v3 {
      interface RateLimit {
       statPrefix?: string | undefined;
       domain?: string | undefined;
       descriptors?: readonly envoy.extensions.common.ratelimit.v3.RateLimitDescriptor[] | undefined;
       timeout?: google.protobuf.Duration | undefined;
       failureModeDeny?: boolean | undefined;
       rateLimitService?: envoy.config.ratelimit.v3.RateLimitServiceConfig | undefined;
      }
     }
    }
    namespace rbac {
     namespace v3 {
      interface RBAC {
       rules?: envoy.config.rbac.v3.RBAC | undefined;
       matcher?: xds.type.matcher.v3.Matcher | undefined;
       shadowRules?: envoy.config.rbac.v3.RBAC | undefined;
       shadowMatcher?: xds.type.matcher.v3.Matcher | undefined;
       shadowRulesStatPrefix?: string | undefined;
       statPrefix?: string | undefined;
       enforcementType?: RBAC.EnforcementType | undefined;
       delayDeny?: google.protobuf.Duration | undefined;
      }
      namespace RBAC {
       type EnforcementType = 0 | 1;
      }
     }
    }
    namespace redis_proxy {
     namespace v3 {
      interface RedisProxy {
       statPrefix?: string | undefined;
       settings?: RedisProxy.ConnPoolSettings | undefined;
       latencyInMicros?: boolean | undefined;
       prefixRoutes?: RedisProxy.PrefixRoutes | undefined;
       downstreamAuthPassword?: envoy.config.core.v3.DataSource | undefined;
       downstreamAuthPasswords?: readonly envoy.config.core.v3.DataSource[] | undefined;
       faults?: readonly RedisProxy.RedisFault[] | undefined;
       downstreamAuthUsername?: envoy.config.core.v3.DataSource | undefined;
       externalAuthProvider?: RedisExternalAuthProvider | undefined;
       customCommands?: readonly string[] | undefined;
       protocolVersion?: RedisProxy.ProtocolVersion | undefined;
      }
      namespace RedisProxy {
       interface ConnPoolSettings {
        opTimeout?: google.protobuf.Duration | undefined;
        enableHashtagging?: boolean | undefined;
        enableRedirection?: boolean | undefined;
        dnsCacheConfig?: envoy.extensions.common.dynamic_forward_proxy.v3.DnsCacheConfig | undefined;
        maxBufferSizeBeforeFlush?: number | undefined;
        bufferFlushTimeout?: google.protobuf.Duration | undefined;
        maxUpstreamUnknownConnections?: google.protobuf.UInt32Value | undefined;
        enableCommandStats?: boolean | undefined;
        readPolicy?: RedisProxy.ConnPoolSettings.ReadPolicy | undefined;
        connectionRateLimit?: RedisProxy.ConnectionRateLimit | undefined;
       }
       namespace ConnPoolSettings {
        type ReadPolicy = 0 | 1 | 2 | 3 | 4 | 5 | 6;
       }
       interface PrefixRoutes {
        routes?: readonly RedisProxy.PrefixRoutes.Route[] | undefined;
        caseInsensitive?: boolean | undefined;
        catchAllRoute?: RedisProxy.PrefixRoutes.Route | undefined;
       }
       namespace PrefixRoutes {
        interface Route {
         prefix?: string | undefined;
         removePrefix?: boolean | undefined;
         cluster?: string | undefined;
         requestMirrorPolicy?: readonly RedisProxy.PrefixRoutes.Route.RequestMirrorPolicy[] | undefined;
         keyFormatter?: string | undefined;
         readCommandPolicy?: RedisProxy.PrefixRoutes.Route.ReadCommandPolicy | undefined;
        }
        namespace Route {
         interface RequestMirrorPolicy {
          cluster?: string | undefined;
          runtimeFraction?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
          excludeReadCommands?: boolean | undefined;
         }
         interface ReadCommandPolicy {
          cluster?: string | undefined;
         }
        }
       }
       interface RedisFault {
        faultType?: RedisProxy.RedisFault.RedisFaultType | undefined;
        faultEnabled?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
        delay?: google.protobuf.Duration | undefined;
        commands?: readonly string[] | undefined;
       }
       namespace RedisFault {
        type RedisFaultType = 0 | 1;
       }
       interface ConnectionRateLimit {
        connectionRateLimitPerSec?: number | undefined;
       }
       type ProtocolVersion = 0 | 1;
      }
      interface RedisProtocolOptions {
       authPassword?: envoy.config.core.v3.DataSource | undefined;
       authUsername?: envoy.config.core.v3.DataSource | undefined;
       awsIam?: AwsIam | undefined;
       credentials?: readonly RedisProtocolOptions.Credential[] | undefined;
      }
      namespace RedisProtocolOptions {
       interface Credential {
        address?: envoy.config.core.v3.Address | undefined;
        authPassword?: envoy.config.core.v3.DataSource | undefined;
        authUsername?: envoy.config.core.v3.DataSource | undefined;
       }
      }
      interface AwsIam {
       credentialProvider?: envoy.extensions.common.aws.v3.AwsCredentialProvider | undefined;
       cacheName?: string | undefined;
       serviceName?: string | undefined;
       region?: string | undefined;
       expirationTime?: google.protobuf.Duration | undefined;
      }
      interface RedisExternalAuthProvider {
       grpcService?: envoy.config.core.v3.GrpcService | undefined;
       enableAuthExpiration?: boolean | undefined;
      }
     }
    }
    namespace reverse_tunnel {
     namespace v3 {
      interface DrainAwareHttpConnectionManager {
       hcmConfig?: envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager | undefined;
       enableDrainWithGoaway?: boolean | undefined;
      }
      interface Validation {
       nodeIdFormat?: string | undefined;
       clusterIdFormat?: string | undefined;
       tenantIdFormat?: string | undefined;
       emitDynamicMetadata?: boolean | undefined;
       dynamicMetadataNamespace?: string | undefined;
      }
      interface ReverseTunnel {
       pingInterval?: google.protobuf.Duration | undefined;
       autoCloseConnections?: boolean | undefined;
       requestPath?: string | undefined;
       requestMethod?: envoy.config.core.v3.RequestMethod | undefined;
       validation?: Validation | undefined;
       requiredClusterName?: string | undefined;
       useHttpUpgrade?: boolean | undefined;
       skipRebalancing?: boolean | undefined;
       jwtValidator?: envoy.extensions.filters.common.jwks.v3.JwtHandshakeValidator | undefined;
       enableConnectionLimit?: boolean | undefined;
       handshakeTimeout?: google.protobuf.Duration | undefined;
      }
     }
    }
    namespace set_filter_state {
     namespace v3 {
      interface Config {
       onNewConnection?: readonly envoy.extensions.filters.common.set_filter_state.v3.FilterStateValue[] | undefined;
       onDownstreamTlsHandshake?: readonly envoy.extensions.filters.common.set_filter_state.v3.FilterStateValue[] | undefined;
       onDownstreamData?: readonly envoy.extensions.filters.common.set_filter_state.v3.FilterStateValue[] | undefined;
      }
     }
    }
    namespace sni_cluster {
     namespace v3 {
      interface SniCluster {
      }
     }
    }
    namespace sni_dynamic_forward_proxy {
     namespace v3 {
      interface FilterConfig {
       dnsCacheConfig?: envoy.extensions.common.dynamic_forward_proxy.v3.DnsCacheConfig | undefined;
       portValue?: number | undefined;
       saveUpstreamAddress?: boolean | undefined;
      }
     }
    }
    namespace tcp_bandwidth_limit {
     namespace v3 {
      interface TcpBandwidthLimit {
       statPrefix?: string | undefined;
       readLimitKbps?: google.protobuf.UInt64Value | undefined;
       writeLimitKbps?: google.protobuf.UInt64Value | undefined;
       fillInterval?: google.protobuf.Duration | undefined;
       runtimeEnabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
      }
     }
    }
    namespace tcp_proxy {
     namespace v3 {
      interface TcpProxy {
       statPrefix?: string | undefined;
       cluster?: string | undefined;
       weightedClusters?: TcpProxy.WeightedCluster | undefined;
       onDemand?: TcpProxy.OnDemand | undefined;
       metadataMatch?: envoy.config.core.v3.Metadata | undefined;
       idleTimeout?: google.protobuf.Duration | undefined;
       downstreamIdleTimeout?: google.protobuf.Duration | undefined;
       upstreamIdleTimeout?: google.protobuf.Duration | undefined;
       accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
       maxConnectAttempts?: google.protobuf.UInt32Value | undefined;
       backoffOptions?: envoy.config.core.v3.BackoffStrategy | undefined;
       hashPolicy?: readonly envoy.type.v3.HashPolicy[] | undefined;
       tunnelingConfig?: TcpProxy.TunnelingConfig | undefined;
       maxDownstreamConnectionDuration?: google.protobuf.Duration | undefined;
       maxDownstreamConnectionDurationJitterPercentage?: envoy.type.v3.Percent | undefined;
       accessLogFlushInterval?: google.protobuf.Duration | undefined;
       flushAccessLogOnConnected?: boolean | undefined;
       accessLogOptions?: TcpProxy.TcpAccessLogOptions | undefined;
       proxyProtocolTlvs?: readonly envoy.config.core.v3.TlvEntry[] | undefined;
       proxyProtocolTlvMergePolicy?: ProxyProtocolTlvMergePolicy | undefined;
       upstreamConnectMode?: UpstreamConnectMode | undefined;
       maxEarlyDataBytes?: google.protobuf.UInt32Value | undefined;
       checkDrainClose?: google.protobuf.BoolValue | undefined;
      }
      namespace TcpProxy {
       interface WeightedCluster {
        clusters?: readonly TcpProxy.WeightedCluster.ClusterWeight[] | undefined;
       }
       namespace WeightedCluster {
        interface ClusterWeight {
         name?: string | undefined;
         weight?: number | undefined;
         metadataMatch?: envoy.config.core.v3.Metadata | undefined;
        }
       }
       interface TunnelingConfig {
        hostname?: string | undefined;
        usePost?: boolean | undefined;
        headersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
        propagateResponseHeaders?: boolean | undefined;
        postPath?: string | undefined;
        propagateResponseTrailers?: boolean | undefined;
        requestIdExtension?: envoy.extensions.filters.network.http_connection_manager.v3.RequestIDExtension | undefined;
        requestIdHeader?: string | undefined;
        requestIdMetadataKey?: string | undefined;
        formatters?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
       }
       interface OnDemand {
        odcdsConfig?: envoy.config.core.v3.ConfigSource | undefined;
        resourcesLocator?: string | undefined;
        timeout?: google.protobuf.Duration | undefined;
       }
       interface TcpAccessLogOptions {
        accessLogFlushInterval?: google.protobuf.Duration | undefined;
        flushAccessLogOnConnected?: boolean | undefined;
        flushAccessLogOnStart?: boolean | undefined;
       }
      }
      type UpstreamConnectMode = 0 | 1 | 2;
      type ProxyProtocolTlvMergePolicy = 0 | 1 | 2;
     }
    }
    namespace wasm {
     namespace v3 {
      interface Wasm {
       config?: envoy.extensions.wasm.v3.PluginConfig | undefined;
      }
     }
    }
    namespace zookeeper_proxy {
     namespace v3 {
      interface ZooKeeperProxy {
       statPrefix?: string | undefined;
       accessLog?: string | undefined;
       maxPacketBytes?: google.protobuf.UInt32Value | undefined;
       enableLatencyThresholdMetrics?: boolean | undefined;
       defaultLatencyThreshold?: google.protobuf.Duration | undefined;
       latencyThresholdOverrides?: readonly LatencyThresholdOverride[] | undefined;
       enablePerOpcodeRequestBytesMetrics?: boolean | undefined;
       enablePerOpcodeResponseBytesMetrics?: boolean | undefined;
       enablePerOpcodeDecoderErrorMetrics?: boolean | undefined;
      }
      interface LatencyThresholdOverride {
       opcode?: LatencyThresholdOverride.Opcode | undefined;
       threshold?: google.protobuf.Duration | undefined;
      }
      namespace LatencyThresholdOverride {
       type Opcode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26;
      }
     }
    }
   }
   namespace listener {
    namespace dynamic_modules {
     namespace v3 {
      interface DynamicModuleListenerFilter {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       filterName?: string | undefined;
       filterConfig?: google.protobuf.Any | undefined;
      }
     }
    }
    namespace http_inspector {
     namespace v3 {
      interface HttpInspector {
      }
     }
    }
    namespace local_ratelimit {
     namespace v3 {
      interface LocalRateLimit {
       statPrefix?: string | undefined;
       tokenBucket?: envoy.type.v3.TokenBucket | undefined;
       runtimeEnabled?: envoy.config.core.v3.RuntimeFeatureFlag | undefined;
      }
     }
    }
    namespace original_dst {
     namespace v3 {
      interface OriginalDst {
      }
     }
    }
    namespace original_src {
     namespace v3 {
      interface OriginalSrc {
       bindPort?: boolean | undefined;
       mark?: number | undefined;
      }
     }
    }
    namespace proxy_protocol {
     namespace v3 {
      interface ProxyProtocol {
       rules?: readonly ProxyProtocol.Rule[] | undefined;
       allowRequestsWithoutProxyProtocol?: boolean | undefined;
       passThroughTlvs?: envoy.config.core.v3.ProxyProtocolPassThroughTLVs | undefined;
       disallowedVersions?: readonly envoy.config.core.v3.ProxyProtocolConfig.Version[] | undefined;
       statPrefix?: string | undefined;
       tlvLocation?: ProxyProtocol.TlvLocation | undefined;
      }
      namespace ProxyProtocol {
       interface KeyValuePair {
        metadataNamespace?: string | undefined;
        key?: string | undefined;
        valueStringEncoding?: ProxyProtocol.KeyValuePair.ValueStringEncoding | undefined;
       }
       namespace KeyValuePair {
        type ValueStringEncoding = 0 | 1 | 2;
       }
       interface Rule {
        tlvType?: number | undefined;
        onTlvPresent?: ProxyProtocol.KeyValuePair | undefined;
       }
       type TlvLocation = 0 | 1;
      }
     }
    }
    namespace set_filter_state {
     namespace v3 {
      interface Config {
       onAccept?: readonly envoy.extensions.filters.common.set_filter_state.v3.FilterStateValue[] | undefined;
      }
     }
    }
    namespace tls_inspector {
     namespace v3 {
      interface TlsInspector {
       enableJa3Fingerprinting?: google.protobuf.BoolValue | undefined;
       enableJa4Fingerprinting?: google.protobuf.BoolValue | undefined;
       initialReadBufferSize?: google.protobuf.UInt32Value | undefined;
       closeConnectionOnClientHelloParsingErrors?: boolean | undefined;
       maxClientHelloSize?: google.protobuf.UInt32Value | undefined;
      }
     }
    }
   }
   namespace udp {
    namespace dns_filter {
     namespace v3 {
      interface DnsFilterConfig {
       statPrefix?: string | undefined;
       serverConfig?: DnsFilterConfig.ServerContextConfig | undefined;
       clientConfig?: DnsFilterConfig.ClientContextConfig | undefined;
       accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
       caseInsensitive?: boolean | undefined;
      }
      namespace DnsFilterConfig {
       interface ServerContextConfig {
        inlineDnsTable?: envoy.data.dns.v3.DnsTable | undefined;
        externalDnsTable?: envoy.config.core.v3.DataSource | undefined;
       }
       interface ClientContextConfig {
        resolverTimeout?: google.protobuf.Duration | undefined;
        upstreamResolvers?: readonly envoy.config.core.v3.Address[] | undefined;
        dnsResolutionConfig?: envoy.config.core.v3.DnsResolutionConfig | undefined;
        typedDnsResolverConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
        maxPendingLookups?: number | undefined;
       }
      }
     }
    }
    namespace dynamic_modules {
     namespace v3 {
      interface DynamicModuleUdpListenerFilter {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       filterName?: string | undefined;
       filterConfig?: google.protobuf.Any | undefined;
      }
     }
    }
    namespace udp_proxy {
     namespace session {
      namespace dynamic_forward_proxy {
       namespace v3 {
        interface FilterConfig {
         statPrefix?: string | undefined;
         dnsCacheConfig?: envoy.extensions.common.dynamic_forward_proxy.v3.DnsCacheConfig | undefined;
         bufferOptions?: FilterConfig.BufferOptions | undefined;
        }
        namespace FilterConfig {
         interface BufferOptions {
          maxBufferedDatagrams?: google.protobuf.UInt32Value | undefined;
          maxBufferedBytes?: google.protobuf.UInt64Value | undefined;
         }
        }
       }
      }
      namespace ext_authz {
       namespace v3 {
        interface FilterConfig {
         statPrefix?: string | undefined;
         grpcService?: envoy.config.core.v3.GrpcService | undefined;
         failureModeAllow?: boolean | undefined;
         bufferOptions?: FilterConfig.BufferOptions | undefined;
        }
        namespace FilterConfig {
         interface BufferOptions {
          maxBufferedDatagrams?: google.protobuf.UInt32Value | undefined;
          maxBufferedBytes?: google.protobuf.UInt64Value | undefined;
         }
        }
       }
      }
      namespace http_capsule {
       namespace v3 {
        interface FilterConfig {
        }
       }
      }
     }
     namespace v3 {
      interface Route {
       cluster?: string | undefined;
      }
      interface UdpProxyConfig {
       statPrefix?: string | undefined;
       cluster?: string | undefined;
       matcher?: xds.type.matcher.v3.Matcher | undefined;
       idleTimeout?: google.protobuf.Duration | undefined;
       useOriginalSrcIp?: boolean | undefined;
       hashPolicies?: readonly UdpProxyConfig.HashPolicy[] | undefined;
       upstreamSocketConfig?: envoy.config.core.v3.UdpSocketConfig | undefined;
       usePerPacketLoadBalancing?: boolean | undefined;
       accessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
       proxyAccessLog?: readonly envoy.config.accesslog.v3.AccessLog[] | undefined;
       sessionFilters?: readonly UdpProxyConfig.SessionFilter[] | undefined;
       tunnelingConfig?: UdpProxyConfig.UdpTunnelingConfig | undefined;
       accessLogOptions?: UdpProxyConfig.UdpAccessLogOptions | undefined;
      }
      namespace UdpProxyConfig {
       interface HashPolicy {
        sourceIp?: boolean | undefined;
        key?: string | undefined;
       }
       interface SessionFilter {
        name?: string | undefined;
        typedConfig?: google.protobuf.Any | undefined;
        configDiscovery?: envoy.config.core.v3.ExtensionConfigSource | undefined;
       }
       interface UdpTunnelingConfig {
        proxyHost?: string | undefined;
        proxyPort?: google.protobuf.UInt32Value | undefined;
        targetHost?: string | undefined;
        defaultTargetPort?: number | undefined;
        usePost?: boolean | undefined;
        postPath?: string | undefined;
        retryOptions?: UdpProxyConfig.UdpTunnelingConfig.RetryOptions | undefined;
        headersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
        bufferOptions?: UdpProxyConfig.UdpTunnelingConfig.BufferOptions | undefined;
        propagateResponseHeaders?: boolean | undefined;
        propagateResponseTrailers?: boolean | undefined;
        formatters?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
       }
       namespace UdpTunnelingConfig {
        interface BufferOptions {
         maxBufferedDatagrams?: google.protobuf.UInt32Value | undefined;
         maxBufferedBytes?: google.protobuf.UInt64Value | undefined;
        }
        interface RetryOptions {
         maxConnectAttempts?: google.protobuf.UInt32Value | undefined;
         backoffOptions?: envoy.config.core.v3.BackoffStrategy | undefined;
        }
       }
       interface UdpAccessLogOptions {
        accessLogFlushInterval?: google.protobuf.Duration | undefined;
        flushAccessLogOnTunnelConnected?: boolean | undefined;
       }
      }
     }
    }
   }
  }
  namespace content_parsers {
   namespace json {
    namespace v3 {
     interface JsonContentParser {
      rules?: readonly JsonContentParser.RuleConfig[] | undefined;
     }
     namespace JsonContentParser {
      interface RuleConfig {
       rule?: envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata.Rule | undefined;
       stopProcessingAfterMatches?: number | undefined;
      }
     }
    }
   }
  }
  namespace early_data {
   namespace v3 {
    interface DefaultEarlyDataPolicy {
    }
   }
  }
  namespace formatter {
   namespace cel {
    namespace v3 {
     interface Cel {
      celConfig?: envoy.config.core.v3.CelExpressionConfig | undefined;
     }
    }
   }
   namespace dynamic_modules {
    namespace v3 {
     interface DynamicModuleFormatter {
      dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
      formatterName?: string | undefined;
      formatterConfig?: google.protobuf.Any | undefined;
     }
    }
   }
   namespace file_content {
    namespace v3 {
     interface FileContent {
     }
    }
   }
   namespace generic_secret {
    namespace v3 {
     interface GenericSecret {
      secretConfigs?: Dict<envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig> | undefined;
     }
    }
   }
   namespace metadata {
    namespace v3 {
     interface Metadata {
     }
    }
   }
   namespace req_without_query {
    namespace v3 {
     interface ReqWithoutQuery {
     }
    }
   }
  }
  namespace geoip_providers {
   namespace common {
    namespace v3 {
     interface CommonGeoipProviderConfig {
      geoHeadersToAdd?: CommonGeoipProviderConfig.GeolocationHeadersToAdd | undefined;
      geoFieldKeys?: CommonGeoipProviderConfig.GeolocationFieldKeys | undefined;
     }
     namespace CommonGeoipProviderConfig {
      interface GeolocationHeadersToAdd {
       country?: string | undefined;
       city?: string | undefined;
       region?: string | undefined;
       asn?: string | undefined;
       asnOrg?: string | undefined;
       isAnon?: string | undefined;
       anon?: string | undefined;
       anonVpn?: string | undefined;
       anonHosting?: string | undefined;
       anonTor?: string | undefined;
       anonProxy?: string | undefined;
       isp?: string | undefined;
       applePrivateRelay?: string | undefined;
      }
      interface GeolocationFieldKeys {
       country?: string | undefined;
       city?: string | undefined;
       region?: string | undefined;
       asn?: string | undefined;
       asnOrg?: string | undefined;
       anon?: string | undefined;
       anonVpn?: string | undefined;
       anonHosting?: string | undefined;
       anonTor?: string | undefined;
       anonProxy?: string | undefined;
       isp?: string | undefined;
       applePrivateRelay?: string | undefined;
      }
     }
    }
   }
   namespace maxmind {
    namespace v3 {
     interface MaxMindConfig {
      cityDbPath?: string | undefined;
      asnDbPath?: string | undefined;
      anonDbPath?: string | undefined;
      ispDbPath?: string | undefined;
      countryDbPath?: string | undefined;
      commonProviderConfig?: envoy.extensions.geoip_providers.common.v3.CommonGeoipProviderConfig | undefined;
     }
    }
   }
  }
  namespace grpc_service {
   namespace call_credentials {
    namespace access_token {
     namespace v3 {
      interface AccessTokenCredentials {
       token?: string | undefined;
      }
     }
    }
    namespace file_based_metadata {
     namespace v3 {
      interface FileBasedMetadataCallCredentials {
       secretData?: envoy.config.core.v3.DataSource | undefined;
       headerKey?: string | undefined;
       headerPrefix?: string | undefined;
      }
     }
    }
    namespace google_compute_engine {
     namespace v3 {
      interface GoogleComputeEngineCredentials {
      }
     }
    }
    namespace google_iam {
     namespace v3 {
      interface GoogleIamCredentials {
       authorizationToken?: string | undefined;
       authoritySelector?: string | undefined;
      }
     }
    }
    namespace google_refresh_token {
     namespace v3 {
      interface GoogleRefreshTokenCredentials {
       token?: string | undefined;
      }
     }
    }
    namespace service_account_jwt_access {
     namespace v3 {
      interface ServiceAccountJwtAccessCredentials {
       jsonKey?: string | undefined;
       tokenLifetime?: google.protobuf.Duration | undefined;
      }
     }
    }
    namespace sts_service {
     namespace v3 {
      interface StsServiceCredentials {
       tokenExchangeServiceUri?: string | undefined;
       resource?: string | undefined;
       audience?: string | undefined;
       scope?: string | undefined;
       requestedTokenType?: string | undefined;
       subjectTokenPath?: string | undefined;
       subjectTokenType?: string | undefined;
       actorTokenPath?: string | undefined;
       actorTokenType?: string | undefined;
      }
     }
    }
   }
   namespace channel_credentials {
    namespace google_default {
     namespace v3 {
      interface GoogleDefaultCredentials {
      }
     }
    }
    namespace insecure {
     namespace v3 {
      interface InsecureCredentials {
      }
     }
    }
    namespace local {
     namespace v3 {
      interface LocalCredentials {
      }
     }
    }
    namespace tls {
     namespace v3 {
      interface TlsCredentials {
       rootCertificateProvider?: envoy.extensions.transport_sockets.tls.v3.CommonTlsContext.CertificateProviderInstance | undefined;
       identityCertificateProvider?: envoy.extensions.transport_sockets.tls.v3.CommonTlsContext.CertificateProviderInstance | undefined;
      }
     }
    }
    namespace xds {
     namespace v3 {
      interface XdsCredentials {
       fallbackCredentials?: google.protobuf.Any | undefined;
      }
     }
    }
   }
  }
  namespace health_check {
   namespace event_sinks {
    namespace file {
     namespace v3 {
      interface HealthCheckEventFileSink {
       eventLogPath?: string | undefined;
      }
     }
    }
   }
  }
  namespace health_checkers {
   namespace dynamic_modules {
    namespace v3 {
     interface DynamicModuleHealthCheck {
      dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
      healthCheckerName?: string | undefined;
      healthCheckerConfig?: google.protobuf.Any | undefined;
     }
    }
   }
   namespace redis {
    namespace v3 {
     interface Redis {
      key?: string | undefined;
      awsIam?: envoy.extensions.filters.network.redis_proxy.v3.AwsIam | undefined;
     }
    }
   }
   namespace thrift {
    namespace v3 {
     interface Thrift {
      methodName?: string | undefined;
      transport?: envoy.extensions.filters.network.thrift_proxy.v3.TransportType | undefined;
      protocol?: envoy.extensions.filters.network.thrift_proxy.v3.ProtocolType | undefined;
     }
    }
   }
   namespace udp {
    namespace v3 {
     interface UdpHealthCheck {
      send?: envoy.config.core.v3.HealthCheck.Payload | undefined;
      receive?: envoy.config.core.v3.HealthCheck.Payload | undefined;
     }
    }
   }
  }
  namespace http {
   namespace ai_filters {
    namespace request_info {
     namespace v3 {
      interface RequestInfo {
       metadataNamespace?: string | undefined;
       tokenEstimation?: RequestInfo.TokenEstimation | undefined;
      }
      namespace RequestInfo {
       interface TokenEstimation {
        tokensPerByte?: number | undefined;
       }
      }
     }
    }
    namespace schema_validation {
     namespace v3 {
      interface SchemaValidation {
       defaultLlmProtocol?: envoy.type.ai.v3.LLMProtocol | undefined;
       failOpen?: boolean | undefined;
      }
     }
    }
    namespace transcoder {
     namespace v3 {
      interface Transcoder {
       requestHandling?: Transcoder.Direction | undefined;
       responseHandling?: Transcoder.Direction | undefined;
      }
      namespace Transcoder {
       type Direction = 0 | 1 | 2;
      }
     }
    }
   }
   namespace cache {
    namespace file_system_http_cache {
     namespace v3 {
      interface FileSystemHttpCacheConfig {
       managerConfig?: envoy.extensions.common.async_files.v3.AsyncFileManagerConfig | undefined;
       cachePath?: string | undefined;
       maxCacheSizeBytes?: google.protobuf.UInt64Value | undefined;
       maxIndividualCacheEntrySizeBytes?: google.protobuf.UInt64Value | undefined;
       maxCacheEntryCount?: google.protobuf.UInt64Value | undefined;
       cacheSubdivisions?: number | undefined;
       evictFraction?: number | undefined;
       maxEvictionPeriod?: google.protobuf.Duration | undefined;
       minEvictionPeriod?: google.protobuf.Duration | undefined;
       createCachePath?: boolean | undefined;
      }
     }
    }
    namespace simple_http_cache {
     namespace v3 {
      interface SimpleHttpCacheConfig {
      }
     }
    }
   }
   namespace cache_v2 {
    namespace file_system_http_cache {
     namespace v3 {
      interface FileSystemHttpCacheV2Config {
       managerConfig?: envoy.extensions.common.async_files.v3.AsyncFileManagerConfig | undefined;
       cachePath?: string | undefined;
       maxCacheSizeBytes?: google.protobuf.UInt64Value | undefined;
       maxIndividualCacheEntrySizeBytes?: google.protobuf.UInt64Value | undefined;
       maxCacheEntryCount?: google.protobuf.UInt64Value | undefined;
       cacheSubdivisions?: number | undefined;
       evictFraction?: number | undefined;
       maxEvictionPeriod?: google.protobuf.Duration | undefined;
       minEvictionPeriod?: google.protobuf.Duration | undefined;
       createCachePath?: boolean | undefined;
      }
     }
    }
    namespace simple_http_cache {
     namespace v3 {
      interface SimpleHttpCacheV2Config {
      }
     }
    }
   }
   namespace custom_response {
    namespace local_response_policy {
     namespace v3 {
      interface LocalResponsePolicy {
       body?: envoy.config.core.v3.DataSource | undefined;
       bodyFormat?: envoy.config.core.v3.SubstitutionFormatString | undefined;
       statusCode?: google.protobuf.UInt32Value | undefined;
       responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
       preserveResponseCodeDetails?: boolean | undefined;
       responseCodeDetails?: string | undefined;
      }
     }
    }
    namespace redirect_policy {
     namespace v3 {
      interface RedirectPolicy {
       uri?: string | undefined;
       redirectAction?: envoy.config.route.v3.RedirectAction | undefined;
       statusCode?: google.protobuf.UInt32Value | undefined;
       responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
       requestHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
       modifyRequestHeadersAction?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      }
     }
    }
   }
   namespace early_header_mutation {
    namespace dynamic_modules {
     namespace v3 {
      interface DynamicModuleEarlyHeaderMutation {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       earlyHeaderMutationName?: string | undefined;
       earlyHeaderMutationConfig?: google.protobuf.Any | undefined;
      }
     }
    }
    namespace header_mutation {
     namespace v3 {
      interface HeaderMutation {
       mutations?: readonly envoy.config.common.mutation_rules.v3.HeaderMutation[] | undefined;
      }
     }
    }
   }
   namespace ext_proc {
    namespace processing_request_modifiers {
     namespace mapped_attribute_builder {
      namespace v3 {
       interface MappedAttributeBuilder {
        mappedRequestAttributes?: Dict<string> | undefined;
        mappedResponseAttributes?: Dict<string> | undefined;
       }
      }
     }
    }
    namespace response_processors {
     namespace save_processing_response {
      namespace v3 {
       interface SaveProcessingResponse {
        filterStateNameSuffix?: string | undefined;
        saveRequestHeaders?: SaveProcessingResponse.SaveOptions | undefined;
        saveResponseHeaders?: SaveProcessingResponse.SaveOptions | undefined;
        saveRequestTrailers?: SaveProcessingResponse.SaveOptions | undefined;
        saveResponseTrailers?: SaveProcessingResponse.SaveOptions | undefined;
        saveImmediateResponse?: SaveProcessingResponse.SaveOptions | undefined;
       }
       namespace SaveProcessingResponse {
        interface SaveOptions {
         saveResponse?: boolean | undefined;
         saveOnError?: boolean | undefined;
        }
       }
      }
     }
    }
   }
   namespace header_formatters {
    namespace dynamic_modules {
     namespace v3 {
      interface DynamicModuleHeaderFormatter {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       headerFormatterName?: string | undefined;
       headerFormatterConfig?: google.protobuf.Any | undefined;
      }
     }
    }
    namespace preserve_case {
     namespace v3 {
      interface PreserveCaseFormatterConfig {
       forwardReasonPhrase?: boolean | undefined;
       formatterTypeOnEnvoyHeaders?: PreserveCaseFormatterConfig.FormatterTypeOnEnvoyHeaders | undefined;
      }
      namespace PreserveCaseFormatterConfig {
       type FormatterTypeOnEnvoyHeaders = 0 | 1;
      }
     }
    }
   }
   namespace header_validators {
    namespace envoy_default {
     namespace v3 {
      interface HeaderValidatorConfig {
       http1ProtocolOptions?: HeaderValidatorConfig.Http1ProtocolOptions | undefined;
       uriPathNormalizationOptions?: HeaderValidatorConfig.UriPathNormalizationOptions | undefined;
       restrictHttpMethods?: boolean | undefined;
       headersWithUnderscoresAction?: HeaderValidatorConfig.HeadersWithUnderscoresAction | undefined;
       stripFragmentFromPath?: boolean | undefined;
      }
      namespace HeaderValidatorConfig {
       interface UriPathNormalizationOptions {
        skipPathNormalization?: boolean | undefined;
        skipMergingSlashes?: boolean | undefined;
        pathWithEscapedSlashesAction?: HeaderValidatorConfig.UriPathNormalizationOptions.PathWithEscapedSlashesAction | undefined;
       }
       namespace UriPathNormalizationOptions {
        type PathWithEscapedSlashesAction = 0 | 1 | 2 | 3 | 4;
       }
       interface Http1ProtocolOptions {
        allowChunkedLength?: boolean | undefined;
       }
       type HeadersWithUnderscoresAction = 0 | 1 | 2;
      }
     }
    }
   }
   namespace injected_credentials {
    namespace generic {
     namespace v3 {
      interface Generic {
       credential?: envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig | undefined;
       header?: string | undefined;
       headerValuePrefix?: string | undefined;
      }
     }
    }
    namespace oauth2 {
     namespace v3 {
      interface OAuth2 {
       tokenEndpoint?: envoy.config.core.v3.HttpUri | undefined;
       scopes?: readonly string[] | undefined;
       clientCredentials?: OAuth2.ClientCredentials | undefined;
       tokenFetchRetryInterval?: google.protobuf.Duration | undefined;
       endpointParams?: readonly OAuth2.EndpointParameter[] | undefined;
      }
      namespace OAuth2 {
       interface ClientCredentials {
        clientId?: string | undefined;
        clientSecret?: envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig | undefined;
        authType?: OAuth2.AuthType | undefined;
       }
       interface EndpointParameter {
        name?: string | undefined;
        value?: string | undefined;
       }
       type AuthType = 0 | 1 | 2;
      }
     }
    }
   }
   namespace original_ip_detection {
    namespace custom_header {
     namespace v3 {
      interface CustomHeaderConfig {
       headerName?: string | undefined;
       allowExtensionToSetAddressAsTrusted?: boolean | undefined;
       rejectWithStatus?: envoy.type.v3.HttpStatus | undefined;
      }
     }
    }
    namespace xff {
     namespace v3 {
      interface XffConfig {
       xffNumTrustedHops?: number | undefined;
       xffTrustedCidrs?: XffTrustedCidrs | undefined;
       skipXffAppend?: google.protobuf.BoolValue | undefined;
      }
      interface XffTrustedCidrs {
       cidrs?: readonly envoy.config.core.v3.CidrRange[] | undefined;
      }
     }
    }
   }
   namespace stateful_session {
    namespace cookie {
     namespace v3 {
      interface CookieBasedSessionState {
       cookie?: envoy.type.http.v3.Cookie | undefined;
      }
     }
    }
    namespace envelope {
     namespace v3 {
      interface EnvelopeSessionState {
       header?: EnvelopeSessionState.Header | undefined;
      }
      namespace EnvelopeSessionState {
       interface Header {
        name?: string | undefined;
       }
      }
     }
    }
    namespace header {
     namespace v3 {
      interface HeaderBasedSessionState {
       name?: string | undefined;
      }
     }
    }
   }
  }
  namespace internal_redirect {
   namespace allow_listed_routes {
    namespace v3 {
     interface AllowListedRoutesConfig {
      allowedRouteNames?: readonly string[] | undefined;
     }
    }
   }
   namespace filter_state {
    namespace v3 {
     interface FilterStateConfig {
      redirectEnabledKey?: string | undefined;
      redirectIfAbsent?: boolean | undefined;
     }
    }
   }
   namespace previous_routes {
    namespace v3 {
     interface PreviousRoutesConfig {
     }
    }
   }
   namespace safe_cross_scheme {
    namespace v3 {
     interface SafeCrossSchemeConfig {
     }
    }
   }
  }
  namespace key_value {
   namespace file_based {
    namespace v3 {
     interface FileBasedKeyValueStoreConfig {
      filename?: string | undefined;
      flushInterval?: google.protobuf.Duration | undefined;
      maxEntries?: google.protobuf.UInt32Value | undefined;
     }
    }
   }
  }
  namespace load_balancing_policies {
   namespace common {
    namespace v3 {
     interface LocalityLbConfig {
      zoneAwareLbConfig?: LocalityLbConfig.ZoneAwareLbConfig | undefined;
      localityWeightedLbConfig?: LocalityLbConfig.LocalityWeightedLbConfig | undefined;
     }
     namespace LocalityLbConfig {
      interface ZoneAwareLbConfig {
       routingEnabled?: envoy.type.v3.Percent | undefined;
       minClusterSize?: google.protobuf.UInt64Value | undefined;
       failTrafficOnPanic?: boolean | undefined;
       forceLocalityDirectRouting?: boolean | undefined;
       forceLocalZone?: LocalityLbConfig.ZoneAwareLbConfig.ForceLocalZone | undefined;
       localityBasis?: LocalityLbConfig.ZoneAwareLbConfig.LocalityBasis | undefined;
      }
      namespace ZoneAwareLbConfig {
       interface ForceLocalZone {
        minSize?: google.protobuf.UInt32Value | undefined;
       }
       type LocalityBasis = 0 | 1;
      }
      interface LocalityWeightedLbConfig {
      }
     }
     interface SlowStartConfig {
      slowStartWindow?: google.protobuf.Duration | undefined;
      aggression?: envoy.config.core.v3.RuntimeDouble | undefined;
      minWeightPercent?: envoy.type.v3.Percent | undefined;
     }
     interface ConsistentHashingLbConfig {
      useHostnameForHashing?: boolean | undefined;
      hashBalanceFactor?: google.protobuf.UInt32Value | undefined;
      hashPolicy?: readonly envoy.config.route.v3.RouteAction.HashPolicy[] | undefined;
     }
     interface OrcaOobReportingConfig {
      portValue?: number | undefined;
      authority?: string | undefined;
      transportSocketMatchCriteria?: google.protobuf.Struct | undefined;
     }
    }
   }
   namespace client_side_weighted_round_robin {
    namespace v3 {
     interface ClientSideWeightedRoundRobin {
      enableOobLoadReport?: google.protobuf.BoolValue | undefined;
      oobReportingPeriod?: google.protobuf.Duration | undefined;
      blackoutPeriod?: google.protobuf.Duration | undefined;
      weightExpirationPeriod?: google.protobuf.Duration | undefined;
      weightUpdatePeriod?: google.protobuf.Duration | undefined;
      errorUtilizationPenalty?: google.protobuf.FloatValue | undefined;
      metricNamesForComputingUtilization?: readonly string[] | undefined;
      slowStartConfig?: envoy.extensions.load_balancing_policies.common.v3.SlowStartConfig | undefined;
      oobReportingConfig?: envoy.extensions.load_balancing_policies.common.v3.OrcaOobReportingConfig | undefined;
     }
    }
   }
   namespace cluster_provided {
    namespace v3 {
     interface ClusterProvided {
     }
    }
   }
   namespace dynamic_modules {
    namespace v3 {
     interface DynamicModulesLoadBalancerConfig {
      dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
      lbPolicyName?: string | undefined;
      lbPolicyConfig?: google.protobuf.Any | undefined;
     }
    }
   }
   namespace least_request {
    namespace v3 {
     interface LeastRequest {
      choiceCount?: google.protobuf.UInt32Value | undefined;
      activeRequestBias?: envoy.config.core.v3.RuntimeDouble | undefined;
      slowStartConfig?: envoy.extensions.load_balancing_policies.common.v3.SlowStartConfig | undefined;
      localityLbConfig?: envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig | undefined;
      enableFullScan?: google.protobuf.BoolValue | undefined;
      selectionMethod?: LeastRequest.SelectionMethod | undefined;
     }
     namespace LeastRequest {
      type SelectionMethod = 0 | 1;
     }
    }
   }
   namespace load_aware_locality {
    namespace v3 {
     interface LoadAwareLocality {
      endpointPickingPolicy?: envoy.config.cluster.v3.LoadBalancingPolicy | undefined;
      weightUpdatePeriod?: google.protobuf.Duration | undefined;
      metricNamesForComputingUtilization?: readonly string[] | undefined;
      utilizationVarianceThreshold?: google.protobuf.DoubleValue | undefined;
      smoothingTimeConstant?: google.protobuf.Duration | undefined;
      remoteProbeFraction?: google.protobuf.DoubleValue | undefined;
      weightExpirationPeriod?: google.protobuf.Duration | undefined;
      enableOobLoadReport?: google.protobuf.BoolValue | undefined;
      oobReportingPeriod?: google.protobuf.Duration | undefined;
      oobReportingConfig?: envoy.extensions.load_balancing_policies.common.v3.OrcaOobReportingConfig | undefined;
     }
    }
   }
   namespace maglev {
    namespace v3 {
     interface Maglev {
      tableSize?: google.protobuf.UInt64Value | undefined;
      consistentHashingLbConfig?: envoy.extensions.load_balancing_policies.common.v3.ConsistentHashingLbConfig | undefined;
      localityWeightedLbConfig?: envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig.LocalityWeightedLbConfig | undefined;
     }
    }
   }
   namespace override_host {
    namespace v3 {
     interface OverrideHost {
      overrideHostSources?: readonly OverrideHost.OverrideHostSource[] | undefined;
      selectedHostKey?: envoy.type.metadata.v3.MetadataKey | undefined;
      fallbackPolicy?: envoy.config.cluster.v3.LoadBalancingPolicy | undefined;
     }
     namespace OverrideHost {
      interface OverrideHostSource {
       header?: string | undefined;
       metadata?: envoy.type.metadata.v3.MetadataKey | undefined;
      }
     }
    }
   }
   namespace pick_first {
    namespace v3 {
     interface PickFirst {
      shuffleAddressList?: boolean | undefined;
     }
    }
   }
   namespace random {
    namespace v3 {
     interface Random {
      localityLbConfig?: envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig | undefined;
     }
    }
   }
   namespace random_subsetting {
    namespace v3 {
     interface RandomSubsetting {
      subsetSize?: google.protobuf.UInt32Value | undefined;
      childPolicy?: envoy.config.cluster.v3.LoadBalancingPolicy | undefined;
     }
    }
   }
   namespace ring_hash {
    namespace v3 {
     interface RingHash {
      hashFunction?: RingHash.HashFunction | undefined;
      minimumRingSize?: google.protobuf.UInt64Value | undefined;
      maximumRingSize?: google.protobuf.UInt64Value | undefined;
      useHostnameForHashing?: boolean | undefined;
      hashBalanceFactor?: google.protobuf.UInt32Value | undefined;
      consistentHashingLbConfig?: envoy.extensions.load_balancing_policies.common.v3.ConsistentHashingLbConfig | undefined;
      localityWeightedLbConfig?: envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig.LocalityWeightedLbConfig | undefined;
     }
     namespace RingHash {
      type HashFunction = 0 | 1 | 2;
     }
    }
   }
   namespace round_robin {
    namespace v3 {
     interface RoundRobin {
      slowStartConfig?: envoy.extensions.load_balancing_policies.common.v3.SlowStartConfig | undefined;
      localityLbConfig?: envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig | undefined;
     }
    }
   }
   namespace subset {
    namespace v3 {
     interface Subset {
      fallbackPolicy?: Subset.LbSubsetFallbackPolicy | undefined;
      defaultSubset?: google.protobuf.Struct | undefined;
      subsetSelectors?: readonly Subset.LbSubsetSelector[] | undefined;
      allowRedundantKeys?: boolean | undefined;
      localityWeightAware?: boolean | undefined;
      scaleLocalityWeight?: boolean | undefined;
      panicModeAny?: boolean | undefined;
      listAsAny?: boolean | undefined;
      metadataFallbackPolicy?: Subset.LbSubsetMetadataFallbackPolicy | undefined;
      subsetLbPolicy?: envoy.config.cluster.v3.LoadBalancingPolicy | undefined;
     }
     namespace Subset {
      interface LbSubsetSelector {
       keys?: readonly string[] | undefined;
       singleHostPerSubset?: boolean | undefined;
       fallbackPolicy?: Subset.LbSubsetSelector.LbSubsetSelectorFallbackPolicy | undefined;
       fallbackKeysSubset?: readonly string[] | undefined;
      }
      namespace LbSubsetSelector {
       type LbSubsetSelectorFallbackPolicy = 0 | 1 | 2 | 3 | 4;
      }
      type LbSubsetFallbackPolicy = 0 | 1 | 2;
      type LbSubsetMetadataFallbackPolicy = 0 | 1;
     }
    }
   }
   namespace wrr_locality {
    namespace v3 {
     interface WrrLocality {
      endpointPickingPolicy?: envoy.config.cluster.v3.LoadBalancingPolicy | undefined;
     }
    }
   }
  }
  namespace local_address_selectors {
   namespace filter_state_override {
    namespace v3 {
     interface Config {
     }
    }
   }
  }
  namespace matching {
   namespace actions {
    namespace transform_stat {
     namespace v3 {
      interface TransformStat {
       dropStat?: TransformStat.DropStat | undefined;
       dropTag?: TransformStat.DropTag | undefined;
       updateTag?: TransformStat.UpdateTag | undefined;
      }
      namespace TransformStat {
       interface DropStat {
       }
       interface DropTag {
       }
       interface UpdateTag {
        newTagValue?: string | undefined;
       }
      }
     }
    }
   }
   namespace common_inputs {
    namespace environment_variable {
     namespace v3 {
      interface Config {
       name?: string | undefined;
      }
     }
    }
    namespace network {
     namespace v3 {
      interface DestinationIPInput {
      }
      interface DestinationPortInput {
      }
      interface SourceIPInput {
      }
      interface SourcePortInput {
      }
      interface DirectSourceIPInput {
      }
      interface SourceTypeInput {
      }
      interface ServerNameInput {
      }
      interface TransportProtocolInput {
      }
      interface ApplicationProtocolInput {
      }
      interface FilterStateInput {
       key?: string | undefined;
       field?: string | undefined;
      }
      interface DynamicMetadataInput {
       filter?: string | undefined;
       path?: readonly DynamicMetadataInput.PathSegment[] | undefined;
      }
      namespace DynamicMetadataInput {
       interface PathSegment {
        key?: string | undefined;
       }
      }
      interface NetworkNamespaceInput {
      }
     }
    }
    namespace ssl {
     namespace v3 {
      interface UriSanInput {
      }
      interface DnsSanInput {
      }
      interface SubjectInput {
      }
     }
    }
    namespace stats {
     namespace v3 {
      interface StatFullNameMatchInput {
      }
      interface StatTagValueInput {
      }
     }
    }
    namespace transport_socket {
     namespace v3 {
      interface EndpointMetadataInput {
       filter?: string | undefined;
       path?: readonly EndpointMetadataInput.PathSegment[] | undefined;
      }
      namespace EndpointMetadataInput {
       interface PathSegment {
        key?: string | undefined;
       }
      }
      interface LocalityMetadataInput {
       filter?: string | undefined;
       path?: readonly LocalityMetadataInput.PathSegment[] | undefined;
      }
      namespace LocalityMetadataInput {
       interface PathSegment {
        key?: string | undefined;
       }
      }
      interface FilterStateInput {
       key?: string | undefined;
      }
      interface TransportSocketNameAction {
       name?: string | undefined;
      }
     }
    }
   }
   namespace http {
    namespace dynamic_modules {
     namespace v3 {
      interface HttpDynamicModuleMatchInput {
      }
      interface DynamicModuleDataInput {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       inputName?: string | undefined;
       inputConfig?: google.protobuf.Any | undefined;
      }
     }
    }
   }
   namespace input_matchers {
    namespace consistent_hashing {
     namespace v3 {
      interface ConsistentHashing {
       threshold?: number | undefined;
       modulo?: number | undefined;
       seed?: number | undefined;
      }
     }
    }
    namespace dynamic_modules {
     namespace v3 {
      interface DynamicModuleMatcher {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       matcherName?: string | undefined;
       matcherConfig?: google.protobuf.Any | undefined;
       onError?: DynamicModuleMatcher.OnError | undefined;
      }
      namespace DynamicModuleMatcher {
       type OnError = 0 | 1;
      }
     }
    }
    namespace ip {
     namespace v3 {
      interface Ip {
       cidrRanges?: readonly envoy.config.core.v3.CidrRange[] | undefined;
       statPrefix?: string | undefined;
      }
     }
    }
    namespace metadata {
     namespace v3 {
      interface Metadata {
       value?: envoy.type.matcher.v3.ValueMatcher | undefined;
       invert?: boolean | undefined;
      }
     }
    }
    namespace runtime_fraction {
     namespace v3 {
      interface RuntimeFraction {
       runtimeFraction?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       seed?: number | undefined;
      }
     }
    }
   }
  }
  namespace network {
   namespace dns_resolver {
    namespace apple {
     namespace v3 {
      interface AppleDnsResolverConfig {
       includeUnroutableFamilies?: boolean | undefined;
      }
     }
    }
    namespace cares {
     namespace v3 {
      interface CaresDnsResolverConfig {
       resolvers?: readonly envoy.config.core.v3.Address[] | undefined;
       useResolversAsFallback?: boolean | undefined;
       filterUnroutableFamilies?: boolean | undefined;
       dnsResolverOptions?: envoy.config.core.v3.DnsResolverOptions | undefined;
       udpMaxQueries?: google.protobuf.UInt32Value | undefined;
       queryTimeoutSeconds?: google.protobuf.UInt64Value | undefined;
       queryTries?: google.protobuf.UInt32Value | undefined;
       rotateNameservers?: boolean | undefined;
       edns0MaxPayloadSize?: google.protobuf.UInt32Value | undefined;
       maxUdpChannelDuration?: google.protobuf.Duration | undefined;
       reinitChannelOnTimeout?: boolean | undefined;
       qcacheMaxTtl?: google.protobuf.UInt32Value | undefined;
      }
     }
    }
    namespace getaddrinfo {
     namespace v3 {
      interface GetAddrInfoDnsResolverConfig {
       numRetries?: google.protobuf.UInt32Value | undefined;
       numResolverThreads?: google.protobuf.UInt32Value | undefined;
      }
     }
    }
    namespace hickory {
     namespace v3 {
      interface DnsOverTlsConfig {
       servers?: readonly envoy.config.core.v3.Address[] | undefined;
       tlsServerName?: string | undefined;
      }
      interface DnsOverHttpsConfig {
       serverUrls?: readonly string[] | undefined;
      }
      interface HickoryDnsResolverConfig {
       resolvers?: readonly envoy.config.core.v3.Address[] | undefined;
       dnsOverTls?: DnsOverTlsConfig | undefined;
       dnsOverHttps?: DnsOverHttpsConfig | undefined;
       enableDnssec?: boolean | undefined;
       cacheSize?: google.protobuf.UInt32Value | undefined;
       numResolverThreads?: google.protobuf.UInt32Value | undefined;
       useSystemConfig?: google.protobuf.BoolValue | undefined;
       queryTimeout?: google.protobuf.Duration | undefined;
       queryTries?: google.protobuf.UInt32Value | undefined;
      }
     }
    }
   }
   namespace socket_interface {
    namespace sockmap {
     namespace v3 {
      interface Sockmap {
       bpfProgramPath?: string | undefined;
       cgroupPath?: string | undefined;
       sockhashMaxEntries?: google.protobuf.UInt32Value | undefined;
       registerUserSpaceSockets?: google.protobuf.BoolValue | undefined;
       acceleratedPorts?: readonly envoy.type.v3.Int64Range[] | undefined;
      }
     }
    }
    namespace v3 {
     interface DefaultSocketInterface {
      ioUringOptions?: IoUringOptions | undefined;
     }
     interface IoUringOptions {
      ioUringSize?: google.protobuf.UInt32Value | undefined;
      enableSubmissionQueuePolling?: boolean | undefined;
      readBufferSize?: google.protobuf.UInt32Value | undefined;
      writeTimeoutMs?: google.protobuf.UInt32Value | undefined;
      writeHighWatermarkBytes?: google.protobuf.UInt32Value | undefined;
      writeLowWatermarkBytes?: google.protobuf.UInt32Value | undefined;
      enableMultishotReceive?: boolean | undefined;
     }
    }
   }
  }
  namespace outlier_detection_monitors {
   namespace common {
    namespace v3 {
     interface HttpErrors {
      range?: envoy.type.v3.Int32Range | undefined;
     }
     interface LocalOriginErrors {
     }
     interface DatabaseErrors {
     }
     interface ErrorBuckets {
      httpErrors?: readonly HttpErrors[] | undefined;
      localOriginErrors?: readonly LocalOriginErrors[] | undefined;
      databaseErrors?: readonly DatabaseErrors[] | undefined;
     }
    }
   }
   namespace consecutive_errors {
    namespace v3 {
     interface ConsecutiveErrors {
      name?: string | undefined;
      threshold?: google.protobuf.UInt32Value | undefined;
      enforcing?: google.protobuf.UInt32Value | undefined;
      errorBuckets?: envoy.extensions.outlier_detection_monitors.common.v3.ErrorBuckets | undefined;
     }
    }
   }
  }
  namespace path {
   namespace match {
    namespace uri_template {
     namespace v3 {
      interface UriTemplateMatchConfig {
       pathTemplate?: string | undefined;
      }
     }
    }
   }
   namespace rewrite {
    namespace uri_template {
     namespace v3 {
      interface UriTemplateRewriteConfig {
       pathTemplateRewrite?: string | undefined;
      }
     }
    }
   }
  }
  namespace queue_policy {
   namespace fifo {
    namespace v3 {
     interface FifoQueuePolicyConfig {
     }
    }
   }
  }
  namespace quic {
   namespace client_writer_factory {
    namespace v3 {
     interface DefaultClientWriter {
     }
    }
   }
   namespace connection_debug_visitor {
    namespace quic_stats {
     namespace v3 {
      interface Config {
       updatePeriod?: google.protobuf.Duration | undefined;
      }
     }
    }
    namespace v3 {
     interface BasicConfig {
     }
    }
   }
   namespace connection_id_generator {
    namespace quic_lb {
     namespace v3 {
      interface Config {
       serverId?: envoy.config.core.v3.DataSource | undefined;
       serverIdBase64Encoded?: boolean | undefined;
       expectedServerIdLength?: number | undefined;
       nonceLengthBytes?: number | undefined;
       encryptionParameters?: envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig | undefined;
       unencryptedMode?: boolean | undefined;
      }
     }
    }
    namespace v3 {
     interface DeterministicConnectionIdGeneratorConfig {
     }
    }
   }
   namespace crypto_stream {
    namespace v3 {
     interface CryptoServerStreamConfig {
     }
    }
   }
   namespace proof_source {
    namespace v3 {
     interface ProofSourceConfig {
     }
    }
   }
   namespace server_preferred_address {
    namespace v3 {
     interface DataSourceServerPreferredAddressConfig {
      ipv4Config?: DataSourceServerPreferredAddressConfig.AddressFamilyConfig | undefined;
      ipv6Config?: DataSourceServerPreferredAddressConfig.AddressFamilyConfig | undefined;
     }
     namespace DataSourceServerPreferredAddressConfig {
      interface AddressFamilyConfig {
       address?: envoy.config.core.v3.DataSource | undefined;
       port?: envoy.config.core.v3.DataSource | undefined;
       dnatAddress?: envoy.config.core.v3.DataSource | undefined;
      }
     }
     interface FixedServerPreferredAddressConfig {
      ipv4Address?: string | undefined;
      ipv4Config?: FixedServerPreferredAddressConfig.AddressFamilyConfig | undefined;
      ipv6Address?: string | undefined;
      ipv6Config?: FixedServerPreferredAddressConfig.AddressFamilyConfig | undefined;
     }
     namespace FixedServerPreferredAddressConfig {
      interface AddressFamilyConfig {
       address?: envoy.config.core.v3.SocketAddress | undefined;
       dnatAddress?: envoy.config.core.v3.SocketAddress | undefined;
      }
     }
    }
   }
  }
  namespace rate_limit_descriptors {
   namespace expr {
    namespace v3 {
     interface Descriptor {
      descriptorKey?: string | undefined;
      skipIfError?: boolean | undefined;
      text?: string | undefined;
      parsed?: google.api.expr.v1alpha1.Expr | undefined;
     }
    }
   }
   namespace jwt_claim {
    namespace v3 {
     interface Descriptor {
      descriptorKey?: string | undefined;
      headerName?: string | undefined;
      cookie?: string | undefined;
      valuePrefix?: string | undefined;
      claimName?: string | undefined;
      defaultValue?: string | undefined;
      skipIfAbsent?: boolean | undefined;
     }
    }
   }
  }
  namespace rbac {
   namespace audit_loggers {
    namespace stream {
     namespace v3 {
      interface StdoutAuditLog {
      }
     }
    }
   }
   namespace matchers {
    namespace upstream_ip_port {
     namespace v3 {
      interface UpstreamIpPortMatcher {
       upstreamIp?: envoy.config.core.v3.CidrRange | undefined;
       upstreamPortRange?: envoy.type.v3.Int64Range | undefined;
      }
     }
    }
   }
   namespace principals {
    namespace mtls_authenticated {
     namespace v3 {
      interface Config {
       sanMatcher?: envoy.extensions.transport_sockets.tls.v3.SubjectAltNameMatcher | undefined;
       anyValidatedClientCertificate?: boolean | undefined;
      }
     }
    }
   }
  }
  namespace regex_engines {
   namespace v3 {
    interface GoogleRE2 {
    }
   }
  }
  namespace request_id {
   namespace uuid {
    namespace v3 {
     interface UuidRequestIdConfig {
      packTraceReason?: google.protobuf.BoolValue | undefined;
      useRequestIdForTraceSampling?: google.protobuf.BoolValue | undefined;
     }
    }
   }
  }
  namespace resource_monitors {
   namespace cgroup_memory {
    namespace v3 {
     interface CgroupMemoryConfig {
      maxMemoryBytes?: number | undefined;
     }
    }
   }
   namespace cpu_utilization {
    namespace v3 {
     interface CpuUtilizationConfig {
      mode?: CpuUtilizationConfig.UtilizationComputeStrategy | undefined;
     }
     namespace CpuUtilizationConfig {
      type UtilizationComputeStrategy = 0 | 1;
     }
    }
   }
   namespace downstream_connections {
    namespace v3 {
     interface DownstreamConnectionsConfig {
      maxActiveDownstreamConnections?: number | undefined;
     }
    }
   }
   namespace fixed_heap {
    namespace v3 {
     interface FixedHeapConfig {
      maxHeapSizeBytes?: number | undefined;
      maxHeapSizeBytesRuntime?: envoy.config.core.v3.RuntimeUInt64 | undefined;
     }
    }
   }
   namespace injected_resource {
    namespace v3 {
     interface InjectedResourceConfig {
      filename?: string | undefined;
     }
    }
   }
  }
  namespace retry {
   namespace host {
    namespace omit_canary_hosts {
     namespace v3 {
      interface OmitCanaryHostsPredicate {
      }
     }
    }
    namespace omit_host_metadata {
     namespace v3 {
      interface OmitHostMetadataConfig {
       metadataMatch?: envoy.config.core.v3.Metadata | undefined;
      }
     }
    }
    namespace previous_hosts {
     namespace v3 {
      interface PreviousHostsPredicate {
      }
     }
    }
   }
   namespace priority {
    namespace previous_priorities {
     namespace v3 {
      interface PreviousPrioritiesConfig {
       updateFrequency?: number | undefined;
      }
     }
    }
   }
  }
  namespace router {
   namespace cluster_specifiers {
    namespace dynamic_modules {
     namespace v3 {
      interface RouteActionOverride {
       retryPolicy?: envoy.config.route.v3.RetryPolicy | undefined;
       metadataMatch?: envoy.config.core.v3.Metadata | undefined;
       requestMirrorPolicies?: readonly envoy.config.route.v3.RouteAction.RequestMirrorPolicy[] | undefined;
       hashPolicy?: readonly envoy.config.route.v3.RouteAction.HashPolicy[] | undefined;
      }
      interface DynamicModuleClusterSpecifier {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       specifierName?: string | undefined;
       specifierConfig?: google.protobuf.Any | undefined;
       routeActionOverrides?: Dict<RouteActionOverride> | undefined;
      }
     }
    }
    namespace lua {
     namespace v3 {
      interface LuaConfig {
       sourceCode?: envoy.config.core.v3.DataSource | undefined;
       defaultCluster?: string | undefined;
      }
     }
    }
    namespace matcher {
     namespace v3 {
      interface ClusterAction {
       cluster?: string | undefined;
      }
      interface MatcherClusterSpecifier {
       clusterMatcher?: xds.type.matcher.v3.Matcher | undefined;
      }
     }
    }
    namespace priority_group {
     namespace v3 {
      interface ClusterWeight {
       clusterName?: string | undefined;
       weight?: google.protobuf.UInt32Value | undefined;
      }
      interface PriorityGroup {
       name?: string | undefined;
       clusters?: readonly ClusterWeight[] | undefined;
      }
      interface PriorityGroupClusterSpecifier {
       priorityGroups?: readonly PriorityGroup[] | undefined;
       overrideMetadataNamespace?: string | undefined;
       headerName?: string | undefined;
       useHashPolicy?: google.protobuf.BoolValue | undefined;
      }
      interface PriorityGroupsOverride {
       priorityGroups?: readonly PriorityGroup[] | undefined;
      }
     }
    }
   }
   namespace route_specifiers {
    namespace dynamic_modules {
     namespace v3 {
      interface RouteTemplate {
       templateId?: string | undefined;
       route?: envoy.config.route.v3.Route | undefined;
      }
      interface RouteOverride {
       overrideId?: string | undefined;
       retryPolicy?: envoy.config.route.v3.RetryPolicy | undefined;
       metadataMatch?: envoy.config.core.v3.Metadata | undefined;
       requestMirrorPolicies?: readonly envoy.config.route.v3.RouteAction.RequestMirrorPolicy[] | undefined;
       hashPolicy?: readonly envoy.config.route.v3.RouteAction.HashPolicy[] | undefined;
       hedgePolicy?: envoy.config.route.v3.HedgePolicy | undefined;
       rateLimits?: readonly envoy.config.route.v3.RateLimit[] | undefined;
       cors?: envoy.config.route.v3.CorsPolicy | undefined;
       regexRewrite?: envoy.type.matcher.v3.RegexMatchAndSubstitute | undefined;
       tracing?: envoy.config.route.v3.Tracing | undefined;
       metadata?: envoy.config.core.v3.Metadata | undefined;
      }
      interface DynamicModuleRouteSpecifier {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       specifierName?: string | undefined;
       specifierConfig?: google.protobuf.Any | undefined;
       statPrefix?: string | undefined;
       routeTemplates?: readonly RouteTemplate[] | undefined;
       routeOverrides?: readonly RouteOverride[] | undefined;
       runtimeFraction?: envoy.config.core.v3.RuntimeFractionalPercent | undefined;
       failurePolicy?: FailurePolicy | undefined;
       validateClusters?: google.protobuf.BoolValue | undefined;
       maxRewrittenPathBytes?: google.protobuf.UInt32Value | undefined;
       specifierInstanceId?: string | undefined;
      }
      type FailurePolicy = 0 | 1 | 2 | 3;
     }
    }
   }
  }
  namespace stat_sinks {
   namespace dynamic_modules {
    namespace v3 {
     interface DynamicModuleStatsSink {
      dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
      sinkName?: string | undefined;
      sinkConfig?: google.protobuf.Any | undefined;
     }
    }
   }
   namespace graphite_statsd {
    namespace v3 {
     interface GraphiteStatsdSink {
      address?: envoy.config.core.v3.Address | undefined;
      prefix?: string | undefined;
      maxBytesPerDatagram?: google.protobuf.UInt64Value | undefined;
      scaleHistogramUnitsToMilliseconds?: boolean | undefined;
     }
    }
   }
   namespace open_telemetry {
    namespace v3 {
     interface SinkConfig {
      grpcService?: envoy.config.core.v3.GrpcService | undefined;
      httpService?: envoy.config.core.v3.HttpService | undefined;
      resourceDetectors?: readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined;
      reportCountersAsDeltas?: boolean | undefined;
      reportHistogramsAsDeltas?: boolean | undefined;
      emitTagsAsAttributes?: google.protobuf.BoolValue | undefined;
      useTagExtractedName?: google.protobuf.BoolValue | undefined;
      prefix?: string | undefined;
      customMetricConversions?: xds.type.matcher.v3.Matcher | undefined;
      maxDataPointsPerRequest?: number | undefined;
     }
     namespace SinkConfig {
      interface ConversionAction {
       metricName?: string | undefined;
       staticMetricLabels?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
      }
      interface DropAction {
      }
     }
    }
   }
   namespace wasm {
    namespace v3 {
     interface Wasm {
      config?: envoy.extensions.wasm.v3.PluginConfig | undefined;
     }
    }
   }
  }
  namespace string_matcher {
   namespace lua {
    namespace v3 {
     interface Lua {
      sourceCode?: envoy.config.core.v3.DataSource | undefined;
     }
    }
   }
  }
  namespace tracers {
   namespace dynamic_modules {
    namespace v3 {
     interface DynamicModuleTracer {
      dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
      tracerName?: string | undefined;
      tracerConfig?: google.protobuf.Any | undefined;
     }
    }
   }
   namespace fluentd {
    namespace v3 {
     interface FluentdConfig {
      cluster?: string | undefined;
      tag?: string | undefined;
      statPrefix?: string | undefined;
      bufferFlushInterval?: google.protobuf.Duration | undefined;
      bufferSizeBytes?: google.protobuf.UInt32Value | undefined;
      retryPolicy?: envoy.config.core.v3.RetryPolicy | undefined;
     }
    }
   }
   namespace opentelemetry {
    namespace resource_detectors {
     namespace v3 {
      interface DynatraceResourceDetectorConfig {
      }
      interface EnvironmentResourceDetectorConfig {
      }
      interface StaticConfigResourceDetectorConfig {
       attributes?: Dict<string> | undefined;
      }
     }
    }
    namespace samplers {
     namespace v3 {
      interface AlwaysOnSamplerConfig {
      }
      interface CELSamplerConfig {
       expression?: xds.type.v3.CelExpression | undefined;
      }
      interface DynatraceSamplerConfig {
       tenant?: string | undefined;
       clusterId?: number | undefined;
       httpService?: envoy.config.core.v3.HttpService | undefined;
       rootSpansPerMinute?: number | undefined;
      }
      interface ParentBasedSamplerConfig {
       wrappedSampler?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      }
      interface TraceIdRatioBasedSamplerConfig {
       samplingPercentage?: envoy.type.v3.FractionalPercent | undefined;
      }
     }
    }
   }
  }
  namespace udp_packet_writer {
   namespace v3 {
    interface UdpDefaultWriterFactory {
    }
    interface UdpGsoBatchWriterFactory {
    }
   }
  }
  namespace upstreams {
   namespace http {
    namespace dynamic_modules {
     namespace v3 {
      interface Config {
       dynamicModuleConfig?: envoy.extensions.dynamic_modules.v3.DynamicModuleConfig | undefined;
       bridgeName?: string | undefined;
       bridgeConfig?: google.protobuf.Any | undefined;
      }
     }
    }
    namespace generic {
     namespace v3 {
      interface GenericConnectionPoolProto {
      }
     }
    }
    namespace http {
     namespace v3 {
      interface HttpConnectionPoolProto {
      }
     }
    }
    namespace reverse_tunnel {
     namespace v3 {
      interface ReverseTunnelUpstreamCodecOptions {
       enableDrainWithGoaway?: boolean | undefined;
      }
     }
    }
    namespace tcp {
     namespace v3 {
      interface TcpConnectionPoolProto {
      }
     }
    }
    namespace udp {
     namespace v3 {
      interface UdpConnectionPoolProto {
      }
     }
    }
    namespace v3 {
     interface HttpProtocolOptions {
      commonHttpProtocolOptions?: envoy.config.core.v3.HttpProtocolOptions | undefined;
      upstreamHttpProtocolOptions?: envoy.config.core.v3.UpstreamHttpProtocolOptions | undefined;
      explicitHttpConfig?: HttpProtocolOptions.ExplicitHttpConfig | undefined;
      useDownstreamProtocolConfig?: HttpProtocolOptions.UseDownstreamHttpConfig | undefined;
      autoConfig?: HttpProtocolOptions.AutoHttpConfig | undefined;
      httpFilters?: readonly envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter[] | undefined;
      headerValidationConfig?: envoy.config.core.v3.TypedExtensionConfig | undefined;
      outlierDetection?: HttpProtocolOptions.OutlierDetection | undefined;
      requestMirrorPolicies?: readonly envoy.config.route.v3.RouteAction.RequestMirrorPolicy[] | undefined;
      hashPolicy?: readonly envoy.config.route.v3.RouteAction.HashPolicy[] | undefined;
      retryPolicy?: envoy.config.route.v3.RetryPolicy | undefined;
     }
     namespace HttpProtocolOptions {
      interface ExplicitHttpConfig {
       httpProtocolOptions?: envoy.config.core.v3.Http1ProtocolOptions | undefined;
       http2ProtocolOptions?: envoy.config.core.v3.Http2ProtocolOptions | undefined;
       http3ProtocolOptions?: envoy.config.core.v3.Http3ProtocolOptions | undefined;
      }
      interface UseDownstreamHttpConfig {
       httpProtocolOptions?: envoy.config.core.v3.Http1ProtocolOptions | undefined;
       http2ProtocolOptions?: envoy.config.core.v3.Http2ProtocolOptions | undefined;
       http3ProtocolOptions?: envoy.config.core.v3.Http3ProtocolOptions | undefined;
      }
      interface AutoHttpConfig {
       httpProtocolOptions?: envoy.config.core.v3.Http1ProtocolOptions | undefined;
       http2ProtocolOptions?: envoy.config.core.v3.Http2ProtocolOptions | undefined;
       http3ProtocolOptions?: envoy.config.core.v3.Http3ProtocolOptions | undefined;
       alternateProtocolsCacheOptions?: envoy.config.core.v3.AlternateProtocolsCacheOptions | undefined;
      }
      interface OutlierDetection {
       errorMatcher?: envoy.config.common.matcher.v3.MatchPredicate | undefined;
      }
     }
    }
   }
   namespace tcp {
    namespace generic {
     namespace v3 {
      interface GenericConnectionPoolProto {
      }
     }
    }
    namespace v3 {
     interface TcpProtocolOptions {
      idleTimeout?: google.protobuf.Duration | undefined;
     }
    }
   }
  }
  namespace watchdog {
   namespace backtrace_action {
    namespace v3 {
     interface BacktraceActionConfig {
      cooldownDuration?: google.protobuf.Duration | undefined;
     }
    }
   }
   namespace profile_action {
    namespace v3 {
     interface ProfileActionConfig {
      profileDuration?: google.protobuf.Duration | undefined;
      profilePath?: string | undefined;
      maxProfiles?: number | undefined;
     }
    }
   }
  }
 }
 namespace service {
  namespace accesslog {
   namespace v3 {
    interface StreamAccessLogsResponse {
    }
    interface StreamAccessLogsMessage {
     identifier?: StreamAccessLogsMessage.Identifier | undefined;
     httpLogs?: StreamAccessLogsMessage.HTTPAccessLogEntries | undefined;
     tcpLogs?: StreamAccessLogsMessage.TCPAccessLogEntries | undefined;
    }
    namespace StreamAccessLogsMessage {
     interface Identifier {
      node?: envoy.config.core.v3.Node | undefined;
      logName?: string | undefined;
     }
     interface HTTPAccessLogEntries {
      logEntry?: readonly envoy.data.accesslog.v3.HTTPAccessLogEntry[] | undefined;
     }
     interface TCPAccessLogEntries {
      logEntry?: readonly envoy.data.accesslog.v3.TCPAccessLogEntry[] | undefined;
     }
    }
   }
  }
  namespace auth {
   namespace v3 {
    interface AttributeContext {
     source?: AttributeContext.Peer | undefined;
     destination?: AttributeContext.Peer | undefined;
     request?: AttributeContext.Request | undefined;
     contextExtensions?: Dict<string> | undefined;
     metadataContext?: envoy.config.core.v3.Metadata | undefined;
     routeMetadataContext?: envoy.config.core.v3.Metadata | undefined;
     tlsSession?: AttributeContext.TLSSession | undefined;
    }
    namespace AttributeContext {
     interface Peer {
      address?: envoy.config.core.v3.Address | undefined;
      service?: string | undefined;
      labels?: Dict<string> | undefined;
      principal?: string | undefined;
      certificate?: string | undefined;
     }
     interface Request {
      time?: google.protobuf.Timestamp | undefined;
      http?: AttributeContext.HttpRequest | undefined;
     }
     interface HttpRequest {
      id?: string | undefined;
      method?: string | undefined;
      headers?: Dict<string> | undefined;
      headerMap?: envoy.config.core.v3.HeaderMap | undefined;
      path?: string | undefined;
      host?: string | undefined;
      scheme?: string | undefined;
      query?: string | undefined;
      fragment?: string | undefined;
      size?: number | undefined;
      protocol?: string | undefined;
      body?: string | undefined;
      rawBody?: Uint8Array | undefined;
     }
     interface TLSSession {
      sni?: string | undefined;
     }
    }
    interface CheckRequest {
     attributes?: AttributeContext | undefined;
    }
    interface DeniedHttpResponse {
     status?: envoy.type.v3.HttpStatus | undefined;
     headers?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     body?: string | undefined;
    }
    interface OkHttpResponse {
     headers?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     headersToRemove?: readonly string[] | undefined;
     dynamicMetadata?: google.protobuf.Struct | undefined;
     responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     queryParametersToSet?: readonly envoy.config.core.v3.QueryParameter[] | undefined;
     queryParametersToRemove?: readonly string[] | undefined;
    }
    interface CheckResponse {
     status?: google.rpc.Status | undefined;
     deniedResponse?: DeniedHttpResponse | undefined;
     okResponse?: OkHttpResponse | undefined;
     errorResponse?: DeniedHttpResponse | undefined;
     dynamicMetadata?: google.protobuf.Struct | undefined;
    }
   }
  }
  namespace discovery {
   namespace v3 {
    interface ResourceLocator {
     name?: string | undefined;
     dynamicParameters?: Dict<string> | undefined;
    }
    interface ResourceName {
     name?: string | undefined;
     dynamicParameterConstraints?: DynamicParameterConstraints | undefined;
    }
    interface ResourceError {
     resourceName?: ResourceName | undefined;
     errorDetail?: google.rpc.Status | undefined;
    }
    interface DiscoveryRequest {
     versionInfo?: string | undefined;
     node?: envoy.config.core.v3.Node | undefined;
     resourceNames?: readonly string[] | undefined;
     resourceLocators?: readonly ResourceLocator[] | undefined;
     typeUrl?: string | undefined;
     responseNonce?: string | undefined;
     errorDetail?: google.rpc.Status | undefined;
    }
    interface DiscoveryResponse {
     versionInfo?: string | undefined;
     resources?: readonly google.protobuf.Any[] | undefined;
     canary?: boolean | undefined;
     typeUrl?: string | undefined;
     nonce?: string | undefined;
     controlPlane?: envoy.config.core.v3.ControlPlane | undefined;
     resourceErrors?: readonly ResourceError[] | undefined;
    }
    interface DeltaDiscoveryRequest {
     node?: envoy.config.core.v3.Node | undefined;
     typeUrl?: string | undefined;
     resourceNamesSubscribe?: readonly string[] | undefined;
     resourceNamesUnsubscribe?: readonly string[] | undefined;
     resourceLocatorsSubscribe?: readonly ResourceLocator[] | undefined;
     resourceLocatorsUnsubscribe?: readonly ResourceLocator[] | undefined;
     initialResourceVersions?: Dict<string> | undefined;
     responseNonce?: string | undefined;
     errorDetail?: google.rpc.Status | undefined;
    }
    interface DeltaDiscoveryResponse {
     systemVersionInfo?: string | undefined;
     resources?: readonly Resource[] | undefined;
     typeUrl?: string | undefined;
     removedResources?: readonly string[] | undefined;
     removedResourceNames?: readonly ResourceName[] | undefined;
     nonce?: string | undefined;
     controlPlane?: envoy.config.core.v3.ControlPlane | undefined;
     resourceErrors?: readonly ResourceError[] | undefined;
    }
    interface DynamicParameterConstraints {
     constraint?: DynamicParameterConstraints.SingleConstraint | undefined;
     orConstraints?: DynamicParameterConstraints.ConstraintList | undefined;
     andConstraints?: DynamicParameterConstraints.ConstraintList | undefined;
     notConstraints?: DynamicParameterConstraints | undefined;
    }
    namespace DynamicParameterConstraints {
     interface SingleConstraint {
      key?: string | undefined;
      value?: string | undefined;
      exists?: DynamicParameterConstraints.SingleConstraint.Exists | undefined;
     }
     namespace SingleConstraint {
      interface Exists {
      }
     }
     interface ConstraintList {
      constraints?: readonly DynamicParameterConstraints[] | undefined;
     }
    }
    interface Resource {
     name?: string | undefined;
     resourceName?: ResourceName | undefined;
     aliases?: readonly string[] | undefined;
     version?: string | undefined;
     resource?: google.protobuf.Any | undefined;
     ttl?: google.protobuf.Duration | undefined;
     cacheControl?: Resource.CacheControl | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
    }
    namespace Resource {
     interface CacheControl {
      doNotCache?: boolean | undefined;
     }
    }
    interface AdsDummy {
    }
   }
  }
  namespace cluster {
   namespace v3 {
    interface CdsDummy {
    }
   }
  }
  namespace endpoint {
   namespace v3 {
    interface EdsDummy {
    }
    interface LedsDummy {
    }
   }
  }
  namespace event_reporting {
   namespace v3 {
    interface StreamEventsRequest {
     identifier?: StreamEventsRequest.Identifier | undefined;
     events?: readonly google.protobuf.Any[] | undefined;
    }
    namespace StreamEventsRequest {
     interface Identifier {
      node?: envoy.config.core.v3.Node | undefined;
     }
    }
    interface StreamEventsResponse {
    }
   }
  }
  namespace ext_proc {
   namespace v3 {
    interface ProtocolConfiguration {
     requestBodyMode?: envoy.extensions.filters.http.ext_proc.v3.ProcessingMode.BodySendMode | undefined;
     responseBodyMode?: envoy.extensions.filters.http.ext_proc.v3.ProcessingMode.BodySendMode | undefined;
     sendBodyWithoutWaitingForHeaderResponse?: boolean | undefined;
    }
    interface ProcessingRequest {
     requestHeaders?: HttpHeaders | undefined;
     responseHeaders?: HttpHeaders | undefined;
     requestBody?: HttpBody | undefined;
     responseBody?: HttpBody | undefined;
     requestTrailers?: HttpTrailers | undefined;
     responseTrailers?: HttpTrailers | undefined;
     metadataContext?: envoy.config.core.v3.Metadata | undefined;
     attributes?: Dict<google.protobuf.Struct> | undefined;
     observabilityMode?: boolean | undefined;
     protocolConfig?: ProtocolConfiguration | undefined;
     flowControlInit?: ProcessingRequest.FlowControlInit | undefined;
     clientWindowUpdate?: ProcessingRequest.ClientWindowUpdate | undefined;
    }
    namespace ProcessingRequest {
     interface FlowControlInit {
      initialWindowDownstreamToSidestream?: number | undefined;
      initialWindowSidestreamToUpstream?: number | undefined;
      initialWindowUpstreamToSidestream?: number | undefined;
      initialWindowSidestreamToDownstream?: number | undefined;
     }
     interface ClientWindowUpdate {
      windowIncrementSidestreamToUpstream?: number | undefined;
      windowIncrementSidestreamToDownstream?: number | undefined;
     }
    }
    interface ProcessingResponse {
     requestHeaders?: HeadersResponse | undefined;
     responseHeaders?: HeadersResponse | undefined;
     requestBody?: BodyResponse | undefined;
     responseBody?: BodyResponse | undefined;
     requestTrailers?: TrailersResponse | undefined;
     responseTrailers?: TrailersResponse | undefined;
     immediateResponse?: ImmediateResponse | undefined;
     streamedImmediateResponse?: StreamedImmediateResponse | undefined;
     dynamicMetadata?: google.protobuf.Struct | undefined;
     typedDynamicMetadata?: Dict<google.protobuf.Any> | undefined;
     modeOverride?: envoy.extensions.filters.http.ext_proc.v3.ProcessingMode | undefined;
     requestDrain?: boolean | undefined;
     requestDrainRequests?: boolean | undefined;
     requestDrainResponses?: boolean | undefined;
     overrideMessageTimeout?: google.protobuf.Duration | undefined;
     serverWindowUpdate?: ProcessingResponse.ServerWindowUpdate | undefined;
    }
    namespace ProcessingResponse {
     interface ServerWindowUpdate {
      windowIncrementDownstreamToSidestream?: number | undefined;
      windowIncrementUpstreamToSidestream?: number | undefined;
     }
    }
    interface HttpHeaders {
     headers?: envoy.config.core.v3.HeaderMap | undefined;
     attributes?: Dict<google.protobuf.Struct> | undefined;
     endOfStream?: boolean | undefined;
    }
    interface HttpBody {
     body?: Uint8Array | undefined;
     endOfStream?: boolean | undefined;
     endOfStreamWithoutMessage?: boolean | undefined;
     grpcMessageCompressed?: boolean | undefined;
     drainComplete?: boolean | undefined;
    }
    interface HttpTrailers {
     trailers?: envoy.config.core.v3.HeaderMap | undefined;
    }
    interface HeadersResponse {
     response?: CommonResponse | undefined;
    }
    interface BodyResponse {
     response?: CommonResponse | undefined;
    }
    interface TrailersResponse {
     headerMutation?: HeaderMutation | undefined;
    }
    interface StreamedImmediateResponse {
     headersResponse?: HttpHeaders | undefined;
     bodyResponse?: StreamedBodyResponse | undefined;
     trailersResponse?: envoy.config.core.v3.HeaderMap | undefined;
    }
    interface CommonResponse {
     status?: CommonResponse.ResponseStatus | undefined;
     headerMutation?: HeaderMutation | undefined;
     bodyMutation?: BodyMutation | undefined;
     trailers?: envoy.config.core.v3.HeaderMap | undefined;
     clearRouteCache?: boolean | undefined;
    }
    namespace CommonResponse {
     type ResponseStatus = 0 | 1;
    }
    interface ImmediateResponse {
     status?: envoy.type.v3.HttpStatus | undefined;
     headers?: HeaderMutation | undefined;
     body?: Uint8Array | undefined;
     grpcStatus?: GrpcStatus | undefined;
     details?: string | undefined;
    }
    interface GrpcStatus {
     status?: number | undefined;
    }
    interface HeaderMutation {
     setHeaders?: readonly envoy.config.core.v3.HeaderValueOption[] | undefined;
     removeHeaders?: readonly string[] | undefined;
    }
    interface StreamedBodyResponse {
     body?: Uint8Array | undefined;
     endOfStream?: boolean | undefined;
     endOfStreamWithoutMessage?: boolean | undefined;
     grpcMessageCompressed?: boolean | undefined;
     drainComplete?: boolean | undefined;
    }
    interface BodyMutation {
     body?: Uint8Array | undefined;
     clearBody?: boolean | undefined;
     streamedResponse?: StreamedBodyResponse | undefined;
    }
   }
  }
  namespace extension {
   namespace v3 {
    interface EcdsDummy {
    }
   }
  }
  namespace health {
   namespace v3 {
    interface Capability {
     healthCheckProtocols?: readonly Capability.Protocol[] | undefined;
    }
    namespace Capability {
     type Protocol = 0 | 1 | 2;
    }
    interface HealthCheckRequest {
     node?: envoy.config.core.v3.Node | undefined;
     capability?: Capability | undefined;
    }
    interface EndpointHealth {
     endpoint?: envoy.config.endpoint.v3.Endpoint | undefined;
     healthStatus?: envoy.config.core.v3.HealthStatus | undefined;
     healthMetadata?: google.protobuf.Struct | undefined;
    }
    interface LocalityEndpointsHealth {
     locality?: envoy.config.core.v3.Locality | undefined;
     endpointsHealth?: readonly EndpointHealth[] | undefined;
    }
    interface ClusterEndpointsHealth {
     clusterName?: string | undefined;
     localityEndpointsHealth?: readonly LocalityEndpointsHealth[] | undefined;
    }
    interface EndpointHealthResponse {
     endpointsHealth?: readonly EndpointHealth[] | undefined;
     clusterEndpointsHealth?: readonly ClusterEndpointsHealth[] | undefined;
    }
    interface HealthCheckRequestOrEndpointHealthResponse {
     healthCheckRequest?: HealthCheckRequest | undefined;
     endpointHealthResponse?: EndpointHealthResponse | undefined;
    }
    interface LocalityEndpoints {
     locality?: envoy.config.core.v3.Locality | undefined;
     endpoints?: readonly envoy.config.endpoint.v3.Endpoint[] | undefined;
    }
    interface ClusterHealthCheck {
     clusterName?: string | undefined;
     healthChecks?: readonly envoy.config.core.v3.HealthCheck[] | undefined;
     localityEndpoints?: readonly LocalityEndpoints[] | undefined;
     transportSocketMatches?: readonly envoy.config.cluster.v3.Cluster.TransportSocketMatch[] | undefined;
     upstreamBindConfig?: envoy.config.core.v3.BindConfig | undefined;
    }
    interface HealthCheckSpecifier {
     clusterHealthChecks?: readonly ClusterHealthCheck[] | undefined;
     interval?: google.protobuf.Duration | undefined;
    }
    interface HdsDummy {
    }
   }
  }
  namespace listener {
   namespace v3 {
    interface LdsDummy {
    }
   }
  }
  namespace load_stats {
   namespace v3 {
    interface LoadStatsRequest {
     node?: envoy.config.core.v3.Node | undefined;
     clusterStats?: readonly envoy.config.endpoint.v3.ClusterStats[] | undefined;
    }
    interface LoadStatsResponse {
     clusters?: readonly string[] | undefined;
     sendAllClusters?: boolean | undefined;
     loadReportingInterval?: google.protobuf.Duration | undefined;
     reportEndpointGranularity?: boolean | undefined;
    }
   }
  }
  namespace metrics {
   namespace v3 {
    interface StreamMetricsResponse {
    }
    interface StreamMetricsMessage {
     identifier?: StreamMetricsMessage.Identifier | undefined;
     envoyMetrics?: readonly io.prometheus.client.MetricFamily[] | undefined;
    }
    namespace StreamMetricsMessage {
     interface Identifier {
      node?: envoy.config.core.v3.Node | undefined;
     }
    }
   }
  }
  namespace network_ext_proc {
   namespace v3 {
    interface Data {
     data?: Uint8Array | undefined;
     endOfStream?: boolean | undefined;
    }
    interface ProcessingRequest {
     readData?: Data | undefined;
     writeData?: Data | undefined;
     metadata?: envoy.config.core.v3.Metadata | undefined;
     attributes?: Dict<google.protobuf.Struct> | undefined;
    }
    interface ProcessingResponse {
     readData?: Data | undefined;
     writeData?: Data | undefined;
     dataProcessingStatus?: ProcessingResponse.DataProcessedStatus | undefined;
     connectionStatus?: ProcessingResponse.ConnectionStatus | undefined;
     dynamicMetadata?: google.protobuf.Struct | undefined;
     closeStreamToExtProcServer?: boolean | undefined;
    }
    namespace ProcessingResponse {
     type DataProcessedStatus = 0 | 1 | 2;
     type ConnectionStatus = 0 | 1 | 2;
    }
   }
  }
  namespace rate_limit_quota {
   namespace v3 {
    interface RateLimitQuotaUsageReports {
     domain?: string | undefined;
     bucketQuotaUsages?: readonly RateLimitQuotaUsageReports.BucketQuotaUsage[] | undefined;
    }
    namespace RateLimitQuotaUsageReports {
     interface BucketQuotaUsage {
      bucketId?: BucketId | undefined;
      timeElapsed?: google.protobuf.Duration | undefined;
      numRequestsAllowed?: number | undefined;
      numRequestsDenied?: number | undefined;
     }
    }
    interface RateLimitQuotaResponse {
     bucketAction?: readonly RateLimitQuotaResponse.BucketAction[] | undefined;
    }
    namespace RateLimitQuotaResponse {
     interface BucketAction {
      bucketId?: BucketId | undefined;
      quotaAssignmentAction?: RateLimitQuotaResponse.BucketAction.QuotaAssignmentAction | undefined;
      abandonAction?: RateLimitQuotaResponse.BucketAction.AbandonAction | undefined;
     }
     namespace BucketAction {
      interface QuotaAssignmentAction {
       assignmentTimeToLive?: google.protobuf.Duration | undefined;
       rateLimitStrategy?: envoy.type.v3.RateLimitStrategy | undefined;
      }
      interface AbandonAction {
      }
     }
    }
    interface BucketId {
     bucket?: Dict<string> | undefined;
    }
   }
  }
  namespace ratelimit {
   namespace v3 {
    interface RateLimitRequest {
     domain?: string | undefined;
     descriptors?: readonly envoy.extensions.common.ratelimit.v3.RateLimitDescriptor[] | undefined;
     hitsAddend?: number | undefined;
    }
    interface RateLimitResponse {
     overallCode?: RateLimitResponse.Code | undefined;
     statuses?: readonly RateLimitResponse.DescriptorStatus[] | undefined;
     responseHeadersToAdd?: readonly envoy.config.core.v3.HeaderValue[] | undefined;
     requestHeadersToAdd?: readonly envoy.config.core.v3.HeaderValue[] | undefined;
     rawBody?: Uint8Array | undefined;
     dynamicMetadata?: google.protobuf.Struct | undefined;
     quota?: RateLimitResponse.Quota | undefined;
    }
    namespace RateLimitResponse {
     interface RateLimit {
      name?: string | undefined;
      requestsPerUnit?: number | undefined;
      unit?: RateLimitResponse.RateLimit.Unit | undefined;
      unitMultiplier?: google.protobuf.UInt32Value | undefined;
     }
     namespace RateLimit {
      type Unit = 0 | 1 | 2 | 3 | 4 | 7 | 5 | 6;
     }
     interface Quota {
      requests?: number | undefined;
      validUntil?: google.protobuf.Timestamp | undefined;
      id?: string | undefined;
     }
     interface DescriptorStatus {
      code?: RateLimitResponse.Code | undefined;
      currentLimit?: RateLimitResponse.RateLimit | undefined;
      limitRemaining?: number | undefined;
      durationUntilReset?: google.protobuf.Duration | undefined;
      quota?: RateLimitResponse.Quota | undefined;
     }
     type Code = 0 | 1 | 2;
    }
   }
  }
  namespace redis_auth {
   namespace v3 {
    interface RedisProxyExternalAuthRequest {
     username?: string | undefined;
     password?: string | undefined;
    }
    interface RedisProxyExternalAuthResponse {
     status?: google.rpc.Status | undefined;
     expiration?: google.protobuf.Timestamp | undefined;
     message?: string | undefined;
    }
   }
  }
  namespace route {
   namespace v3 {
    interface RdsDummy {
    }
    interface SrdsDummy {
    }
   }
  }
  namespace runtime {
   namespace v3 {
    interface RtdsDummy {
    }
    interface Runtime {
     name?: string | undefined;
     layer?: google.protobuf.Struct | undefined;
    }
   }
  }
  namespace secret {
   namespace v3 {
    interface SdsDummy {
    }
   }
  }
  namespace status {
   namespace v3 {
    interface ClientStatusRequest {
     nodeMatchers?: readonly envoy.type.matcher.v3.NodeMatcher[] | undefined;
     node?: envoy.config.core.v3.Node | undefined;
     excludeResourceContents?: boolean | undefined;
    }
    interface PerXdsConfig {
     status?: ConfigStatus | undefined;
     clientStatus?: ClientConfigStatus | undefined;
     listenerConfig?: envoy.admin.v3.ListenersConfigDump | undefined;
     clusterConfig?: envoy.admin.v3.ClustersConfigDump | undefined;
     routeConfig?: envoy.admin.v3.RoutesConfigDump | undefined;
     scopedRouteConfig?: envoy.admin.v3.ScopedRoutesConfigDump | undefined;
     endpointConfig?: envoy.admin.v3.EndpointsConfigDump | undefined;
    }
    interface ClientConfig {
     node?: envoy.config.core.v3.Node | undefined;
     xdsConfig?: readonly PerXdsConfig[] | undefined;
     genericXdsConfigs?: readonly ClientConfig.GenericXdsConfig[] | undefined;
     clientScope?: string | undefined;
    }
    namespace ClientConfig {
     interface GenericXdsConfig {
      typeUrl?: string | undefined;
      name?: string | undefined;
      versionInfo?: string | undefined;
      xdsConfig?: google.protobuf.Any | undefined;
      lastUpdated?: google.protobuf.Timestamp | undefined;
      configStatus?: ConfigStatus | undefined;
      clientStatus?: envoy.admin.v3.ClientResourceStatus | undefined;
      errorState?: envoy.admin.v3.UpdateFailureState | undefined;
      isStaticResource?: boolean | undefined;
     }
    }
    interface ClientStatusResponse {
     config?: readonly ClientConfig[] | undefined;
    }
    type ConfigStatus = 0 | 1 | 2 | 3 | 4;
    type ClientConfigStatus = 0 | 1 | 2 | 3 | 4;
   }
  }
  namespace tap {
   namespace v3 {
    interface StreamTapsRequest {
     identifier?: StreamTapsRequest.Identifier | undefined;
     traceId?: number | undefined;
     trace?: envoy.data.tap.v3.TraceWrapper | undefined;
    }
    namespace StreamTapsRequest {
     interface Identifier {
      node?: envoy.config.core.v3.Node | undefined;
      tapId?: string | undefined;
     }
    }
    interface StreamTapsResponse {
    }
   }
  }
 }
 namespace watchdog {
  namespace v3 {
   interface AbortActionConfig {
    waitDuration?: google.protobuf.Duration | undefined;
   }
  }
 }
}
export const envoy = {
 admin: {
  v3: {
   SimpleMetric: {
    Type: {"COUNTER":0,"GAUGE":1},
   },
   ClientResourceStatus: {"UNKNOWN":0,"REQUESTED":1,"DOES_NOT_EXIST":2,"ACKED":3,"NACKED":4,"RECEIVED_ERROR":5,"TIMEOUT":6},
   ServerInfo: {
    State: {"LIVE":0,"DRAINING":1,"PRE_INITIALIZING":2,"INITIALIZING":3},
   },
   CommandLineOptions: {
    IpVersion: {"v4":0,"v6":1},
    Mode: {"Serve":0,"Validate":1,"InitOnly":2},
    DrainStrategy: {"Gradual":0,"Immediate":1},
   },
  },
 },
 config: {
  core: {
   v3: {
    SocketOption: {
     SocketState: {"STATE_PREBIND":0,"STATE_BOUND":1,"STATE_LISTENING":2},
     SocketIpVersion: {"SOCKET_IP_VERSION_UNSPECIFIED":0,"SOCKET_IP_VERSION_IPV4":1,"SOCKET_IP_VERSION_IPV6":2},
    },
    SocketAddress: {
     Protocol: {"TCP":0,"UDP":1},
    },
    KeyValueAppend: {
     KeyValueAppendAction: {"APPEND_IF_EXISTS_OR_ADD":0,"ADD_IF_ABSENT":1,"OVERWRITE_IF_EXISTS_OR_ADD":2,"OVERWRITE_IF_EXISTS":3},
    },
    HeaderValueOption: {
     HeaderAppendAction: {"APPEND_IF_EXISTS_OR_ADD":0,"ADD_IF_ABSENT":1,"OVERWRITE_IF_EXISTS_OR_ADD":2,"OVERWRITE_IF_EXISTS":3},
    },
    RoutingPriority: {"DEFAULT":0,"HIGH":1},
    RequestMethod: {"METHOD_UNSPECIFIED":0,"GET":1,"HEAD":2,"POST":3,"PUT":4,"DELETE":5,"CONNECT":6,"OPTIONS":7,"TRACE":8,"PATCH":9},
    TrafficDirection: {"UNSPECIFIED":0,"INBOUND":1,"OUTBOUND":2},
    ProxyProtocolPassThroughTLVs: {
     PassTLVsMatchType: {"INCLUDE_ALL":0,"INCLUDE":1},
    },
    ProxyProtocolConfig: {
     Version: {"V1":0,"V2":1},
    },
    HealthStatus: {"UNKNOWN":0,"HEALTHY":1,"UNHEALTHY":2,"DRAINING":3,"TIMEOUT":4,"DEGRADED":5},
    ApiConfigSource: {
     ApiType: {"DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE":0,"REST":1,"GRPC":2,"DELTA_GRPC":3,"AGGREGATED_GRPC":5,"AGGREGATED_DELTA_GRPC":6},
    },
    ApiVersion: {"AUTO":0,"V2":1,"V3":2},
    HttpProtocolOptions: {
     HeadersWithUnderscoresAction: {"ALLOW":0,"REJECT_REQUEST":1,"DROP_HEADER":2},
    },
   },
  },
  cluster: {
   v3: {
    Cluster: {
     LbSubsetConfig: {
      LbSubsetSelector: {
       LbSubsetSelectorFallbackPolicy: {"NOT_DEFINED":0,"NO_FALLBACK":1,"ANY_ENDPOINT":2,"DEFAULT_SUBSET":3,"KEYS_SUBSET":4},
      },
      LbSubsetFallbackPolicy: {"NO_FALLBACK":0,"ANY_ENDPOINT":1,"DEFAULT_SUBSET":2},
      LbSubsetMetadataFallbackPolicy: {"METADATA_NO_FALLBACK":0,"FALLBACK_LIST":1},
     },
     RingHashLbConfig: {
      HashFunction: {"XX_HASH":0,"MURMUR_HASH_2":1},
     },
     DiscoveryType: {"STATIC":0,"STRICT_DNS":1,"LOGICAL_DNS":2,"EDS":3,"ORIGINAL_DST":4},
     LbPolicy: {"ROUND_ROBIN":0,"LEAST_REQUEST":1,"RING_HASH":2,"RANDOM":3,"MAGLEV":5,"CLUSTER_PROVIDED":6,"LOAD_BALANCING_POLICY_CONFIG":7},
     DnsLookupFamily: {"AUTO":0,"V4_ONLY":1,"V6_ONLY":2,"V4_PREFERRED":3,"ALL":4},
     ClusterProtocolSelection: {"USE_CONFIGURED_PROTOCOL":0,"USE_DOWNSTREAM_PROTOCOL":1},
    },
    UpstreamConnectionOptions: {
     FirstAddressFamilyVersion: {"DEFAULT":0,"V4":1,"V6":2,"PIPE":3,"INTERNAL":4},
    },
   },
  },
  route: {
   v3: {
    VirtualHost: {
     TlsRequirementType: {"NONE":0,"EXTERNAL_ONLY":1,"ALL":2},
    },
    RouteAction: {
     ClusterNotFoundResponseCode: {"SERVICE_UNAVAILABLE":0,"NOT_FOUND":1,"INTERNAL_SERVER_ERROR":2},
     InternalRedirectAction: {"PASS_THROUGH_INTERNAL_REDIRECT":0,"HANDLE_INTERNAL_REDIRECT":1},
    },
    RetryPolicy: {
     ResetHeaderFormat: {"SECONDS":0,"UNIX_TIMESTAMP":1},
    },
    RedirectAction: {
     RedirectResponseCode: {"MOVED_PERMANENTLY":0,"FOUND":1,"SEE_OTHER":2,"TEMPORARY_REDIRECT":3,"PERMANENT_REDIRECT":4},
    },
    RateLimit: {
     Action: {
      MetaData: {
       Source: {"DYNAMIC":0,"ROUTE_ENTRY":1,"CLUSTER_ENTRY":2,"CLUSTER_LOCALITY_ENTRY":3},
      },
     },
     XRateLimitOption: {"UNSPECIFIED":0,"OFF":1,"DRAFT_VERSION_03":2},
    },
   },
  },
  accesslog: {
   v3: {
    ComparisonFilter: {
     Op: {"EQ":0,"GE":1,"LE":2,"NE":3},
    },
    GrpcStatusFilter: {
     Status: {"OK":0,"CANCELED":1,"UNKNOWN":2,"INVALID_ARGUMENT":3,"DEADLINE_EXCEEDED":4,"NOT_FOUND":5,"ALREADY_EXISTS":6,"PERMISSION_DENIED":7,"RESOURCE_EXHAUSTED":8,"FAILED_PRECONDITION":9,"ABORTED":10,"OUT_OF_RANGE":11,"UNIMPLEMENTED":12,"INTERNAL":13,"UNAVAILABLE":14,"DATA_LOSS":15,"UNAUTHENTICATED":16},
    },
   },
  },
  metrics: {
   v3: {
    HistogramEmitMode: {"SUMMARY_AND_HISTOGRAM":0,"SUMMARY":1,"HISTOGRAM":2},
   },
  },
  listener: {
   v3: {
    FilterChainMatch: {
     ConnectionSourceType: {"ANY":0,"SAME_IP_OR_LOOPBACK":1,"EXTERNAL":2},
    },
    Listener: {
     DrainType: {"DEFAULT":0,"MODIFY_ONLY":1},
    },
   },
  },
  overload: {
   v3: {
    ScaleTimersOverloadActionConfig: {
     TimerType: {"UNSPECIFIED":0,"HTTP_DOWNSTREAM_CONNECTION_IDLE":1,"HTTP_DOWNSTREAM_STREAM_IDLE":2,"TRANSPORT_SOCKET_CONNECT":3,"HTTP_DOWNSTREAM_CONNECTION_MAX":4,"HTTP_DOWNSTREAM_STREAM_FLUSH":5},
    },
   },
  },
  trace: {
   v3: {
    LightstepConfig: {
     PropagationMode: {"ENVOY":0,"LIGHTSTEP":1,"B3":2,"TRACE_CONTEXT":3},
    },
    ZipkinConfig: {
     TraceContextOption: {"USE_B3":0,"USE_B3_WITH_W3C_PROPAGATION":1},
     CollectorEndpointVersion: {"DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE":0,"HTTP_JSON":1,"HTTP_PROTO":2,"GRPC":3},
    },
   },
  },
  bootstrap: {
   v3: {
    Watchdog: {
     WatchdogAction: {
      WatchdogEvent: {"UNKNOWN":0,"KILL":1,"MULTIKILL":2,"MEGAMISS":3,"MISS":4},
     },
    },
    CustomInlineHeader: {
     InlineHeaderType: {"REQUEST_HEADER":0,"REQUEST_TRAILER":1,"RESPONSE_HEADER":2,"RESPONSE_TRAILER":3},
    },
    ApiListenerManager: {
     ThreadingModel: {"MAIN_THREAD_ONLY":0,"STANDALONE_WORKER_THREAD":1},
    },
   },
  },
  tap: {
   v3: {
    OutputSink: {
     Format: {"JSON_BODY_AS_BYTES":0,"JSON_BODY_AS_STRING":1,"PROTO_BINARY":2,"PROTO_BINARY_LENGTH_DELIMITED":3,"PROTO_TEXT":4},
    },
   },
  },
  rbac: {
   v3: {
    RBAC: {
     AuditLoggingOptions: {
      AuditCondition: {"NONE":0,"ON_DENY":1,"ON_ALLOW":2,"ON_DENY_AND_ALLOW":3},
     },
     Action: {"ALLOW":0,"DENY":1,"LOG":2},
    },
    MetadataSource: {"DYNAMIC":0,"ROUTE":1},
   },
  },
 },
 type: {
  v3: {
   FractionalPercent: {
    DenominatorType: {"HUNDRED":0,"TEN_THOUSAND":1,"MILLION":2},
   },
   CodecClientType: {"HTTP1":0,"HTTP2":1,"HTTP3":2},
   RateLimitUnit: {"UNKNOWN":0,"SECOND":1,"MINUTE":2,"HOUR":3,"DAY":4,"MONTH":5,"YEAR":6},
   StatusCode: {"Empty":0,"Continue":100,"OK":200,"Created":201,"Accepted":202,"NonAuthoritativeInformation":203,"NoContent":204,"ResetContent":205,"PartialContent":206,"MultiStatus":207,"AlreadyReported":208,"IMUsed":226,"MultipleChoices":300,"MovedPermanently":301,"Found":302,"SeeOther":303,"NotModified":304,"UseProxy":305,"TemporaryRedirect":307,"PermanentRedirect":308,"BadRequest":400,"Unauthorized":401,"PaymentRequired":402,"Forbidden":403,"NotFound":404,"MethodNotAllowed":405,"NotAcceptable":406,"ProxyAuthenticationRequired":407,"RequestTimeout":408,"Conflict":409,"Gone":410,"LengthRequired":411,"PreconditionFailed":412,"PayloadTooLarge":413,"URITooLong":414,"UnsupportedMediaType":415,"RangeNotSatisfiable":416,"ExpectationFailed":417,"MisdirectedRequest":421,"UnprocessableEntity":422,"Locked":423,"FailedDependency":424,"UpgradeRequired":426,"PreconditionRequired":428,"TooManyRequests":429,"RequestHeaderFieldsTooLarge":431,"InternalServerError":500,"NotImplemented":501,"BadGateway":502,"ServiceUnavailable":503,"GatewayTimeout":504,"HTTPVersionNotSupported":505,"VariantAlsoNegotiates":506,"InsufficientStorage":507,"LoopDetected":508,"NotExtended":510,"NetworkAuthenticationRequired":511},
   RateLimitStrategy: {
    BlanketRule: {"ALLOW_ALL":0,"DENY_ALL":1},
   },
  },
  tracing: {
   v3: {
    CustomTag: {
     ValueType: {"UNSPECIFIED":0,"STRING":1,"INT":2,"DOUBLE":3,"BOOL":4},
    },
   },
  },
  ai: {
   v3: {
    LLMProtocol: {"LLM_PROTOCOL_UNSPECIFIED":0,"OPENAI_CHAT_COMPLETIONS":1,"OPENAI_RESPONSES":2,"ANTHROPIC_MESSAGES":3,"GEMINI_GENERATE_CONTENT":4},
   },
  },
 },
 data: {
  accesslog: {
   v3: {
    HTTPAccessLogEntry: {
     HTTPVersion: {"PROTOCOL_UNSPECIFIED":0,"HTTP10":1,"HTTP11":2,"HTTP2":3,"HTTP3":4},
    },
    ResponseFlags: {
     Unauthorized: {
      Reason: {"REASON_UNSPECIFIED":0,"EXTERNAL_SERVICE":1},
     },
    },
    TLSProperties: {
     TLSVersion: {"VERSION_UNSPECIFIED":0,"TLSv1":1,"TLSv1_1":2,"TLSv1_2":3,"TLSv1_3":4},
    },
    AccessLogType: {"NotSet":0,"TcpUpstreamConnected":1,"TcpPeriodic":2,"TcpConnectionStart":14,"TcpConnectionEnd":3,"DownstreamStart":4,"DownstreamPeriodic":5,"DownstreamEnd":6,"UpstreamPoolReady":7,"UpstreamPeriodic":8,"UpstreamEnd":9,"DownstreamTunnelSuccessfullyEstablished":10,"UdpTunnelUpstreamConnected":11,"UdpPeriodic":12,"UdpSessionEnd":13},
   },
  },
  ai: {
   v3: {
    TokenUsage: {
     ExtractionStatus: {"EXTRACTION_STATUS_UNSPECIFIED":0,"COMPLETE":1,"PARTIAL":2,"FAILED":3},
    },
   },
  },
  cluster: {
   v3: {
    OutlierEjectionType: {"CONSECUTIVE_5XX":0,"CONSECUTIVE_GATEWAY_FAILURE":1,"SUCCESS_RATE":2,"CONSECUTIVE_LOCAL_ORIGIN_FAILURE":3,"SUCCESS_RATE_LOCAL_ORIGIN":4,"FAILURE_PERCENTAGE":5,"FAILURE_PERCENTAGE_LOCAL_ORIGIN":6,"DEGRADED":7},
    Action: {"EJECT":0,"UNEJECT":1},
   },
  },
  core: {
   v3: {
    HealthCheckFailureType: {"ACTIVE":0,"PASSIVE":1,"NETWORK":2,"NETWORK_TIMEOUT":3},
    HealthCheckerType: {"HTTP":0,"TCP":1,"GRPC":2,"REDIS":3,"THRIFT":4,"DYNAMIC_MODULE":5,"UDP":6},
   },
  },
 },
 extensions: {
  transport_sockets: {
   tls: {
    v3: {
     TlsParameters: {
      TlsProtocol: {"TLS_AUTO":0,"TLSv1_0":1,"TLSv1_1":2,"TLSv1_2":3,"TLSv1_3":4},
      CompliancePolicy: {"FIPS_202205":0,"CNSA2_202603":1,"CNSA1_202603":2},
     },
     SubjectAltNameMatcher: {
      SanType: {"SAN_TYPE_UNSPECIFIED":0,"EMAIL":1,"DNS":2,"URI":3,"IP_ADDRESS":4,"OTHER_NAME":5},
     },
     CertificateValidationContext: {
      TrustChainVerification: {"VERIFY_TRUST_CHAIN":0,"ACCEPT_UNTRUSTED":1},
     },
     DownstreamTlsContext: {
      OcspStaplePolicy: {"LENIENT_STAPLING":0,"STRICT_STAPLING":1,"MUST_STAPLE":2},
     },
    },
   },
  },
  access_loggers: {
   stats: {
    v3: {
     Config: {
      Histogram: {
       Unit: {"Unspecified":0,"Bytes":1,"Microseconds":2,"Milliseconds":3,"Percent":4},
      },
     },
    },
   },
  },
  wasm: {
   v3: {
    FailurePolicy: {"UNSPECIFIED":0,"FAIL_RELOAD":1,"FAIL_CLOSED":2,"FAIL_OPEN":3},
   },
  },
  clusters: {
   common: {
    dns: {
     v3: {
      DnsLookupFamily: {"UNSPECIFIED":0,"AUTO":1,"V4_ONLY":2,"V6_ONLY":3,"V4_PREFERRED":4,"ALL":5},
     },
    },
   },
  },
  common: {
   ratelimit: {
    v3: {
     XRateLimitHeadersRFCVersion: {"OFF":0,"DRAFT_VERSION_03":1},
     VhRateLimitsOptions: {"OVERRIDE":0,"INCLUDE":1,"IGNORE":2},
    },
   },
  },
  compression: {
   brotli: {
    compressor: {
     v3: {
      Brotli: {
       EncoderMode: {"DEFAULT":0,"GENERIC":1,"TEXT":2,"FONT":3},
      },
     },
    },
   },
   gzip: {
    compressor: {
     v3: {
      Gzip: {
       CompressionStrategy: {"DEFAULT_STRATEGY":0,"FILTERED":1,"HUFFMAN_ONLY":2,"RLE":3,"FIXED":4},
       CompressionLevel: {"DEFAULT_COMPRESSION":0,"BEST_SPEED":1,"COMPRESSION_LEVEL_1":1,"COMPRESSION_LEVEL_2":2,"COMPRESSION_LEVEL_3":3,"COMPRESSION_LEVEL_4":4,"COMPRESSION_LEVEL_5":5,"COMPRESSION_LEVEL_6":6,"COMPRESSION_LEVEL_7":7,"COMPRESSION_LEVEL_8":8,"COMPRESSION_LEVEL_9":9,"BEST_COMPRESSION":9},
      },
     },
    },
   },
   zstd: {
    compressor: {
     v3: {
      Zstd: {
       Strategy: {"DEFAULT":0,"FAST":1,"DFAST":2,"GREEDY":3,"LAZY":4,"LAZY2":5,"BTLAZY2":6,"BTOPT":7,"BTULTRA":8,"BTULTRA2":9},
      },
     },
    },
   },
  },
  filters: {
   http: {
    json_to_metadata: {
     v3: {
      JsonToMetadata: {
       ValueType: {"PROTOBUF_VALUE":0,"STRING":1,"NUMBER":2},
      },
     },
    },
    a2a: {
     v3: {
      A2a: {
       TrafficMode: {"PASS_THROUGH":0,"REJECT":1},
       StorageMode: {"NONE":0,"DYNAMIC_METADATA":1,"FILTER_STATE":2,"DYNAMIC_METADATA_AND_FILTER_STATE":3},
      },
     },
    },
    ai_protocol_manager: {
     v3: {
      RequestHandling: {
       BodyReserialization: {"ALWAYS":0,"DISABLE":1},
      },
      TokenUsageExtraction: {
       UsageSignal: {"USAGE_SIGNAL_UNSPECIFIED":0,"SYNTHESIZE_TRAILERS":1},
      },
     },
    },
    aws_lambda: {
     v3: {
      Config: {
       InvocationMode: {"SYNCHRONOUS":0,"ASYNCHRONOUS":1},
      },
     },
    },
    aws_request_signing: {
     v3: {
      AwsRequestSigning: {
       SigningAlgorithm: {"AWS_SIGV4":0,"AWS_SIGV4A":1},
      },
     },
    },
    bandwidth_limit: {
     v3: {
      BandwidthLimit: {
       EnableMode: {"DISABLED":0,"REQUEST":1,"RESPONSE":2,"REQUEST_AND_RESPONSE":3},
      },
     },
    },
    ext_authz: {
     v3: {
      ShadowDecision: {
       CheckResult: {"UNSPECIFIED":0,"OK":1,"DENIED":2,"ERROR":3},
      },
     },
    },
    ext_proc: {
     v3: {
      ProcessingMode: {
       HeaderSendMode: {"DEFAULT":0,"SEND":1,"SKIP":2},
       BodySendMode: {"NONE":0,"STREAMED":1,"BUFFERED":2,"BUFFERED_PARTIAL":3,"FULL_DUPLEX_STREAMED":4,"GRPC":5},
      },
      ExternalProcessor: {
       RouteCacheAction: {"DEFAULT":0,"CLEAR":1,"RETAIN":2},
      },
     },
    },
    grpc_json_transcoder: {
     v3: {
      GrpcJsonTranscoder: {
       UrlUnescapeSpec: {"ALL_CHARACTERS_EXCEPT_RESERVED":0,"ALL_CHARACTERS_EXCEPT_SLASH":1,"ALL_CHARACTERS":2},
      },
     },
    },
    gzip: {
     v3: {
      Gzip: {
       CompressionLevel: {
        Enum: {"DEFAULT":0,"BEST":1,"SPEED":2},
       },
       CompressionStrategy: {"DEFAULT":0,"FILTERED":1,"HUFFMAN":2,"RLE":3},
      },
     },
    },
    header_to_metadata: {
     v3: {
      Config: {
       ValueType: {"STRING":0,"NUMBER":1,"PROTOBUF_VALUE":2},
       ValueEncode: {"NONE":0,"BASE64":1},
      },
     },
    },
    ip_tagging: {
     v3: {
      IPTagging: {
       IpTagHeader: {
        HeaderAction: {"SANITIZE":0,"APPEND_IF_EXISTS_OR_ADD":1},
       },
       RequestType: {"BOTH":0,"INTERNAL":1,"EXTERNAL":2},
      },
     },
    },
    kill_request: {
     v3: {
      KillRequest: {
       Direction: {"REQUEST":0,"RESPONSE":1},
      },
     },
    },
    mcp: {
     v3: {
      Mcp: {
       TrafficMode: {"PASS_THROUGH":0,"REJECT_NO_MCP":1,"NOOP":2},
       RequestStorageMode: {"MODE_UNSPECIFIED":0,"DYNAMIC_METADATA":1,"FILTER_STATE":2,"DYNAMIC_METADATA_AND_FILTER_STATE":3},
       AttributeSource: {"BODY":0,"VERIFY":1,"HEADERS":2},
      },
     },
    },
    mcp_json_rest_bridge: {
     v3: {
      McpJsonRestBridge: {
       RequestStorageMode: {"MODE_UNSPECIFIED":0,"DYNAMIC_METADATA":1},
      },
      HttpRule: {
       ParameterBinding: {
        Type: {"TYPE_UNSPECIFIED":0,"HEADER":1,"COOKIE":2},
       },
      },
      CacheScope: {"CACHE_SCOPE_UNSPECIFIED":0,"CACHE_SCOPE_PUBLIC":1,"CACHE_SCOPE_PRIVATE":2},
     },
    },
    mcp_router: {
     v3: {
      ValidationPolicy: {
       Mode: {"MODE_UNSPECIFIED":0,"DISABLED":1,"ENFORCE":2},
      },
     },
    },
    oauth2: {
     v3: {
      CookieConfig: {
       SameSite: {"DISABLED":0,"STRICT":1,"LAX":2,"NONE":3},
      },
      PrivateKeyJwtConfig: {
       SigningAlgorithm: {"RS256":0,"RS384":1,"RS512":2,"ES256":3,"ES384":4,"ES512":5},
      },
      OAuth2Config: {
       AuthType: {"URL_ENCODED_BODY":0,"BASIC_AUTH":1,"TLS_CLIENT_AUTH":2,"PRIVATE_KEY_JWT":3},
      },
     },
    },
    proto_api_scrubber: {
     v3: {
      ProtoApiScrubberConfig: {
       FilteringMode: {"OVERRIDE":0},
      },
     },
    },
    proto_message_extraction: {
     v3: {
      ProtoMessageExtractionConfig: {
       ExtractMode: {"ExtractMode_UNSPECIFIED":0,"FIRST_AND_LAST":1},
      },
      MethodExtraction: {
       ExtractDirective: {"ExtractDirective_UNSPECIFIED":0,"EXTRACT":1,"EXTRACT_REDACT":2,"EXTRACT_REPEATED_CARDINALITY":3},
      },
     },
    },
    ratelimit: {
     v3: {
      RateLimit: {
       XRateLimitHeadersRFCVersion: {"OFF":0,"DRAFT_VERSION_03":1},
      },
      RateLimitPerRoute: {
       VhRateLimitsOptions: {"OVERRIDE":0,"INCLUDE":1,"IGNORE":2},
       OverrideOptions: {"DEFAULT":0,"OVERRIDE_POLICY":1,"INCLUDE_POLICY":2,"IGNORE_POLICY":3},
      },
     },
    },
    thrift_to_metadata: {
     v3: {
      Field: {"METHOD_NAME":0,"PROTOCOL":1,"TRANSPORT":2,"HEADER_FLAGS":3,"SEQUENCE_ID":4,"MESSAGE_TYPE":5,"REPLY_TYPE":6},
     },
    },
    transform: {
     v3: {
      BodyTransformation: {
       TransformAction: {"MERGE":0,"REPLACE":1},
      },
     },
    },
   },
   common: {
    dependency: {
     v3: {
      Dependency: {
       DependencyType: {"HEADER":0,"FILTER_STATE_KEY":1,"DYNAMIC_METADATA":2},
      },
     },
    },
    fault: {
     v3: {
      FaultDelay: {
       FaultDelayType: {"FIXED":0},
      },
     },
    },
    set_filter_state: {
     v3: {
      FilterStateValue: {
       SharedWithUpstream: {"NONE":0,"ONCE":1,"TRANSITIVE":2},
      },
     },
    },
   },
   network: {
    http_connection_manager: {
     v3: {
      HttpConnectionManager: {
       Tracing: {
        OperationName: {"INGRESS":0,"EGRESS":1},
       },
       CodecType: {"AUTO":0,"HTTP1":1,"HTTP2":2,"HTTP3":3},
       ServerHeaderTransformation: {"OVERWRITE":0,"APPEND_IF_ABSENT":1,"PASS_THROUGH":2},
       ForwardClientCertDetails: {"SANITIZE":0,"FORWARD_ONLY":1,"APPEND_FORWARD":2,"SANITIZE_SET":3,"ALWAYS_FORWARD_ONLY":4},
       PathWithEscapedSlashesAction: {"IMPLEMENTATION_SPECIFIC_DEFAULT":0,"KEEP_UNCHANGED":1,"REJECT_REQUEST":2,"UNESCAPE_AND_REDIRECT":3,"UNESCAPE_AND_FORWARD":4},
       ForwardClientCertFormat: {"TEXT":0,"JSON":1},
      },
     },
    },
    thrift_proxy: {
     v3: {
      TransportType: {"AUTO_TRANSPORT":0,"FRAMED":1,"UNFRAMED":2,"HEADER":3},
      ProtocolType: {"AUTO_PROTOCOL":0,"BINARY":1,"LAX_BINARY":2,"COMPACT":3,"TWITTER":4},
     },
     filters: {
      header_to_metadata: {
       v3: {
        HeaderToMetadata: {
         ValueType: {"STRING":0,"NUMBER":1,"PROTOBUF_VALUE":2},
         ValueEncode: {"NONE":0,"BASE64":1},
        },
       },
      },
      payload_to_metadata: {
       v3: {
        PayloadToMetadata: {
         ValueType: {"STRING":0,"NUMBER":1},
        },
       },
      },
     },
    },
    dubbo_proxy: {
     v3: {
      ProtocolType: {"Dubbo":0},
      SerializationType: {"Hessian2":0},
     },
    },
    ext_proc: {
     v3: {
      ProcessingMode: {
       DataSendMode: {"STREAMED":0,"SKIP":1},
      },
     },
    },
    rbac: {
     v3: {
      RBAC: {
       EnforcementType: {"ONE_TIME_ON_FIRST_BYTE":0,"CONTINUOUS":1},
      },
     },
    },
    redis_proxy: {
     v3: {
      RedisProxy: {
       ConnPoolSettings: {
        ReadPolicy: {"MASTER":0,"PREFER_MASTER":1,"REPLICA":2,"PREFER_REPLICA":3,"ANY":4,"LOCAL_ZONE_AFFINITY":5,"LOCAL_ZONE_AFFINITY_REPLICAS_AND_PRIMARY":6},
       },
       RedisFault: {
        RedisFaultType: {"DELAY":0,"ERROR":1},
       },
       ProtocolVersion: {"RESP2":0,"RESP3":1},
      },
     },
    },
    tcp_proxy: {
     v3: {
      UpstreamConnectMode: {"IMMEDIATE":0,"ON_DOWNSTREAM_DATA":1,"ON_DOWNSTREAM_TLS_HANDSHAKE":2},
      ProxyProtocolTlvMergePolicy: {"ADD_IF_ABSENT":0,"OVERWRITE_BY_TYPE_IF_EXISTS_OR_ADD":1,"APPEND_IF_EXISTS_OR_ADD":2},
     },
    },
    zookeeper_proxy: {
     v3: {
      LatencyThresholdOverride: {
       Opcode: {"Connect":0,"Create":1,"Delete":2,"Exists":3,"GetData":4,"SetData":5,"GetAcl":6,"SetAcl":7,"GetChildren":8,"Sync":9,"Ping":10,"GetChildren2":11,"Check":12,"Multi":13,"Create2":14,"Reconfig":15,"CheckWatches":16,"RemoveWatches":17,"CreateContainer":18,"CreateTtl":19,"Close":20,"SetAuth":21,"SetWatches":22,"GetEphemerals":23,"GetAllChildrenNumber":24,"SetWatches2":25,"AddWatch":26},
      },
     },
    },
   },
   listener: {
    proxy_protocol: {
     v3: {
      ProxyProtocol: {
       KeyValuePair: {
        ValueStringEncoding: {"UNSPECIFIED":0,"SANITIZED_UTF8":1,"BASE64":2},
       },
       TlvLocation: {"DYNAMIC_METADATA":0,"FILTER_STATE":1},
      },
     },
    },
   },
  },
  http: {
   ai_filters: {
    transcoder: {
     v3: {
      Transcoder: {
       Direction: {"DIRECTION_UNSPECIFIED":0,"TO_IR":1,"FROM_IR":2},
      },
     },
    },
   },
   header_formatters: {
    preserve_case: {
     v3: {
      PreserveCaseFormatterConfig: {
       FormatterTypeOnEnvoyHeaders: {"DEFAULT":0,"PROPER_CASE":1},
      },
     },
    },
   },
   header_validators: {
    envoy_default: {
     v3: {
      HeaderValidatorConfig: {
       UriPathNormalizationOptions: {
        PathWithEscapedSlashesAction: {"IMPLEMENTATION_SPECIFIC_DEFAULT":0,"KEEP_UNCHANGED":1,"REJECT_REQUEST":2,"UNESCAPE_AND_REDIRECT":3,"UNESCAPE_AND_FORWARD":4},
       },
       HeadersWithUnderscoresAction: {"ALLOW":0,"REJECT_REQUEST":1,"DROP_HEADER":2},
      },
     },
    },
   },
   injected_credentials: {
    oauth2: {
     v3: {
      OAuth2: {
       AuthType: {"BASIC_AUTH":0,"URL_ENCODED_BODY":1,"TLS_CLIENT_AUTH":2},
      },
     },
    },
   },
  },
  load_balancing_policies: {
   common: {
    v3: {
     LocalityLbConfig: {
      ZoneAwareLbConfig: {
       LocalityBasis: {"HEALTHY_HOSTS_NUM":0,"HEALTHY_HOSTS_WEIGHT":1},
      },
     },
    },
   },
   least_request: {
    v3: {
     LeastRequest: {
      SelectionMethod: {"N_CHOICES":0,"FULL_SCAN":1},
     },
    },
   },
   ring_hash: {
    v3: {
     RingHash: {
      HashFunction: {"DEFAULT_HASH":0,"XX_HASH":1,"MURMUR_HASH_2":2},
     },
    },
   },
   subset: {
    v3: {
     Subset: {
      LbSubsetSelector: {
       LbSubsetSelectorFallbackPolicy: {"NOT_DEFINED":0,"NO_FALLBACK":1,"ANY_ENDPOINT":2,"DEFAULT_SUBSET":3,"KEYS_SUBSET":4},
      },
      LbSubsetFallbackPolicy: {"NO_FALLBACK":0,"ANY_ENDPOINT":1,"DEFAULT_SUBSET":2},
      LbSubsetMetadataFallbackPolicy: {"METADATA_NO_FALLBACK":0,"FALLBACK_LIST":1},
     },
    },
   },
  },
  matching: {
   input_matchers: {
    dynamic_modules: {
     v3: {
      DynamicModuleMatcher: {
       OnError: {"NO_MATCH":0,"MATCH":1},
      },
     },
    },
   },
  },
  resource_monitors: {
   cpu_utilization: {
    v3: {
     CpuUtilizationConfig: {
      UtilizationComputeStrategy: {"HOST":0,"CONTAINER":1},
     },
    },
   },
  },
  router: {
   route_specifiers: {
    dynamic_modules: {
     v3: {
      FailurePolicy: {"FAILURE_POLICY_UNSPECIFIED":0,"PASS_THROUGH":1,"NO_ROUTE":2,"CONTINUE_MATCHING":3},
     },
    },
   },
  },
 },
 service: {
  ext_proc: {
   v3: {
    CommonResponse: {
     ResponseStatus: {"CONTINUE":0,"CONTINUE_AND_REPLACE":1},
    },
   },
  },
  health: {
   v3: {
    Capability: {
     Protocol: {"HTTP":0,"TCP":1,"REDIS":2},
    },
   },
  },
  network_ext_proc: {
   v3: {
    ProcessingResponse: {
     DataProcessedStatus: {"UNKNOWN":0,"UNMODIFIED":1,"MODIFIED":2},
     ConnectionStatus: {"CONTINUE":0,"CLOSE":1,"CLOSE_RST":2},
    },
   },
  },
  ratelimit: {
   v3: {
    RateLimitResponse: {
     RateLimit: {
      Unit: {"UNKNOWN":0,"SECOND":1,"MINUTE":2,"HOUR":3,"DAY":4,"WEEK":7,"MONTH":5,"YEAR":6},
     },
     Code: {"UNKNOWN":0,"OK":1,"OVER_LIMIT":2},
    },
   },
  },
  status: {
   v3: {
    ConfigStatus: {"UNKNOWN":0,"SYNCED":1,"NOT_SENT":2,"STALE":3,"ERROR":4},
    ClientConfigStatus: {"CLIENT_UNKNOWN":0,"CLIENT_REQUESTED":1,"CLIENT_ACKED":2,"CLIENT_NACKED":3,"CLIENT_RECEIVED_ERROR":4},
   },
  },
 },
} as const;
export declare namespace xds {
 namespace core {
  namespace v3 {
   interface ContextParams {
    params?: Dict<string> | undefined;
   }
   interface TypedExtensionConfig {
    name?: string | undefined;
    typedConfig?: google.protobuf.Any | undefined;
   }
   interface CidrRange {
    addressPrefix?: string | undefined;
    prefixLen?: google.protobuf.UInt32Value | undefined;
   }
   interface Authority {
    name?: string | undefined;
   }
   interface ResourceLocator {
    scheme?: ResourceLocator.Scheme | undefined;
    id?: string | undefined;
    authority?: string | undefined;
    resourceType?: string | undefined;
    exactContext?: ContextParams | undefined;
    directives?: readonly ResourceLocator.Directive[] | undefined;
   }
   namespace ResourceLocator {
    interface Directive {
     alt?: ResourceLocator | undefined;
     entry?: string | undefined;
    }
    type Scheme = 0 | 1 | 2;
   }
   interface CollectionEntry {
    locator?: ResourceLocator | undefined;
    inlineEntry?: CollectionEntry.InlineEntry | undefined;
   }
   namespace CollectionEntry {
    interface InlineEntry {
     name?: string | undefined;
     version?: string | undefined;
     resource?: google.protobuf.Any | undefined;
    }
   }
   interface ResourceName {
    id?: string | undefined;
    authority?: string | undefined;
    resourceType?: string | undefined;
    context?: ContextParams | undefined;
   }
   interface Resource {
    name?: ResourceName | undefined;
    version?: string | undefined;
    resource?: google.protobuf.Any | undefined;
   }
  }
 }
 namespace type {
  namespace matcher {
   namespace v3 {
    interface RegexMatcher {
     googleRe2?: RegexMatcher.GoogleRE2 | undefined;
     regex?: string | undefined;
    }
    namespace RegexMatcher {
     interface GoogleRE2 {
     }
    }
    interface StringMatcher {
     exact?: string | undefined;
     prefix?: string | undefined;
     suffix?: string | undefined;
     safeRegex?: RegexMatcher | undefined;
     contains?: string | undefined;
     custom?: xds.core.v3.TypedExtensionConfig | undefined;
     ignoreCase?: boolean | undefined;
    }
    interface ListStringMatcher {
     patterns?: readonly StringMatcher[] | undefined;
    }
    interface Matcher {
     matcherList?: Matcher.MatcherList | undefined;
     matcherTree?: Matcher.MatcherTree | undefined;
     onNoMatch?: Matcher.OnMatch | undefined;
    }
    namespace Matcher {
     interface OnMatch {
      matcher?: Matcher | undefined;
      action?: xds.core.v3.TypedExtensionConfig | undefined;
      keepMatching?: boolean | undefined;
     }
     interface MatcherList {
      matchers?: readonly Matcher.MatcherList.FieldMatcher[] | undefined;
     }
     namespace MatcherList {
      interface Predicate {
       singlePredicate?: Matcher.MatcherList.Predicate.SinglePredicate | undefined;
       orMatcher?: Matcher.MatcherList.Predicate.PredicateList | undefined;
       andMatcher?: Matcher.MatcherList.Predicate.PredicateList | undefined;
       notMatcher?: Matcher.MatcherList.Predicate | undefined;
      }
      namespace Predicate {
       interface SinglePredicate {
        input?: xds.core.v3.TypedExtensionConfig | undefined;
        valueMatch?: StringMatcher | undefined;
        customMatch?: xds.core.v3.TypedExtensionConfig | undefined;
       }
       interface PredicateList {
        predicate?: readonly Matcher.MatcherList.Predicate[] | undefined;
       }
      }
      interface FieldMatcher {
       predicate?: Matcher.MatcherList.Predicate | undefined;
       onMatch?: Matcher.OnMatch | undefined;
      }
     }
     interface MatcherTree {
      input?: xds.core.v3.TypedExtensionConfig | undefined;
      exactMatchMap?: Matcher.MatcherTree.MatchMap | undefined;
      prefixMatchMap?: Matcher.MatcherTree.MatchMap | undefined;
      customMatch?: xds.core.v3.TypedExtensionConfig | undefined;
     }
     namespace MatcherTree {
      interface MatchMap {
       map?: Dict<Matcher.OnMatch> | undefined;
      }
     }
    }
    interface CelMatcher {
     exprMatch?: xds.type.v3.CelExpression | undefined;
     description?: string | undefined;
    }
    interface ServerNameMatcher {
     domainMatchers?: readonly ServerNameMatcher.DomainMatcher[] | undefined;
    }
    namespace ServerNameMatcher {
     interface DomainMatcher {
      domains?: readonly string[] | undefined;
      onMatch?: Matcher.OnMatch | undefined;
     }
    }
    interface HttpAttributesCelMatchInput {
    }
    interface IPMatcher {
     rangeMatchers?: readonly IPMatcher.IPRangeMatcher[] | undefined;
    }
    namespace IPMatcher {
     interface IPRangeMatcher {
      ranges?: readonly xds.core.v3.CidrRange[] | undefined;
      onMatch?: Matcher.OnMatch | undefined;
      exclusive?: boolean | undefined;
     }
    }
    interface Int64RangeMatcher {
     rangeMatchers?: readonly Int64RangeMatcher.RangeMatcher[] | undefined;
    }
    namespace Int64RangeMatcher {
     interface RangeMatcher {
      ranges?: readonly xds.type.v3.Int64Range[] | undefined;
      onMatch?: Matcher.OnMatch | undefined;
     }
    }
    interface Int32RangeMatcher {
     rangeMatchers?: readonly Int32RangeMatcher.RangeMatcher[] | undefined;
    }
    namespace Int32RangeMatcher {
     interface RangeMatcher {
      ranges?: readonly xds.type.v3.Int32Range[] | undefined;
      onMatch?: Matcher.OnMatch | undefined;
     }
    }
    interface DoubleRangeMatcher {
     rangeMatchers?: readonly DoubleRangeMatcher.RangeMatcher[] | undefined;
    }
    namespace DoubleRangeMatcher {
     interface RangeMatcher {
      ranges?: readonly xds.type.v3.DoubleRange[] | undefined;
      onMatch?: Matcher.OnMatch | undefined;
     }
    }
   }
  }
  namespace v3 {
   interface CelExpression {
    parsedExpr?: google.api.expr.v1alpha1.ParsedExpr | undefined;
    checkedExpr?: google.api.expr.v1alpha1.CheckedExpr | undefined;
    celExprParsed?: cel.expr.ParsedExpr | undefined;
    celExprChecked?: cel.expr.CheckedExpr | undefined;
    celExprString?: string | undefined;
   }
   interface CelExtractString {
    exprExtract?: CelExpression | undefined;
    defaultValue?: google.protobuf.StringValue | undefined;
   }
   interface Int64Range {
    start?: number | undefined;
    end?: number | undefined;
   }
   interface Int32Range {
    start?: number | undefined;
    end?: number | undefined;
   }
   interface DoubleRange {
    start?: number | undefined;
    end?: number | undefined;
   }
   interface TypedStruct {
    typeUrl?: string | undefined;
    value?: google.protobuf.Struct | undefined;
   }
  }
 }
 namespace data {
  namespace orca {
   namespace v3 {
    interface OrcaLoadReport {
     cpuUtilization?: number | undefined;
     memUtilization?: number | undefined;
     rps?: number | undefined;
     requestCost?: Dict<number> | undefined;
     utilization?: Dict<number> | undefined;
     rpsFractional?: number | undefined;
     eps?: number | undefined;
     namedMetrics?: Dict<number> | undefined;
     applicationUtilization?: number | undefined;
    }
   }
  }
 }
 namespace service {
  namespace orca {
   namespace v3 {
    interface OrcaLoadReportRequest {
     reportInterval?: google.protobuf.Duration | undefined;
     requestCostNames?: readonly string[] | undefined;
    }
   }
  }
 }
}
export const xds = {
 core: {
  v3: {
   ResourceLocator: {
    Scheme: {"XDSTP":0,"HTTP":1,"FILE":2},
   },
  },
 },
} as const;
export declare namespace opentelemetry {
 namespace proto {
  namespace common {
   namespace v1 {
    interface AnyValue {
     stringValue?: string | undefined;
     boolValue?: boolean | undefined;
     intValue?: number | undefined;
     doubleValue?: number | undefined;
     arrayValue?: ArrayValue | undefined;
     kvlistValue?: KeyValueList | undefined;
     bytesValue?: Uint8Array | undefined;
     stringValueStrindex?: number | undefined;
    }
    interface ArrayValue {
     values?: readonly AnyValue[] | undefined;
    }
    interface KeyValueList {
     values?: readonly KeyValue[] | undefined;
    }
    interface KeyValue {
     key?: string | undefined;
     value?: AnyValue | undefined;
     keyStrindex?: number | undefined;
    }
    interface InstrumentationScope {
     name?: string | undefined;
     version?: string | undefined;
     attributes?: readonly KeyValue[] | undefined;
     droppedAttributesCount?: number | undefined;
    }
    interface EntityRef {
     schemaUrl?: string | undefined;
     type?: string | undefined;
     idKeys?: readonly string[] | undefined;
     descriptionKeys?: readonly string[] | undefined;
    }
   }
  }
  namespace resource {
   namespace v1 {
    interface Resource {
     attributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
     droppedAttributesCount?: number | undefined;
     entityRefs?: readonly opentelemetry.proto.common.v1.EntityRef[] | undefined;
    }
   }
  }
  namespace logs {
   namespace v1 {
    interface LogsData {
     resourceLogs?: readonly ResourceLogs[] | undefined;
    }
    interface ResourceLogs {
     resource?: opentelemetry.proto.resource.v1.Resource | undefined;
     scopeLogs?: readonly ScopeLogs[] | undefined;
     schemaUrl?: string | undefined;
    }
    interface ScopeLogs {
     scope?: opentelemetry.proto.common.v1.InstrumentationScope | undefined;
     logRecords?: readonly LogRecord[] | undefined;
     schemaUrl?: string | undefined;
    }
    interface LogRecord {
     timeUnixNano?: number | undefined;
     observedTimeUnixNano?: number | undefined;
     severityNumber?: SeverityNumber | undefined;
     severityText?: string | undefined;
     body?: opentelemetry.proto.common.v1.AnyValue | undefined;
     attributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
     droppedAttributesCount?: number | undefined;
     flags?: number | undefined;
     traceId?: Uint8Array | undefined;
     spanId?: Uint8Array | undefined;
     eventName?: string | undefined;
    }
    type SeverityNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24;
    type LogRecordFlags = 0 | 255;
   }
  }
  namespace collector {
   namespace logs {
    namespace v1 {
     interface ExportLogsServiceRequest {
      resourceLogs?: readonly opentelemetry.proto.logs.v1.ResourceLogs[] | undefined;
     }
     interface ExportLogsServiceResponse {
      partialSuccess?: ExportLogsPartialSuccess | undefined;
     }
     interface ExportLogsPartialSuccess {
      rejectedLogRecords?: number | undefined;
      errorMessage?: string | undefined;
     }
    }
   }
   namespace metrics {
    namespace v1 {
     interface ExportMetricsServiceRequest {
      resourceMetrics?: readonly opentelemetry.proto.metrics.v1.ResourceMetrics[] | undefined;
     }
     interface ExportMetricsServiceResponse {
      partialSuccess?: ExportMetricsPartialSuccess | undefined;
     }
     interface ExportMetricsPartialSuccess {
      rejectedDataPoints?: number | undefined;
      errorMessage?: string | undefined;
     }
    }
   }
   namespace trace {
    namespace v1 {
     interface ExportTraceServiceRequest {
      resourceSpans?: readonly opentelemetry.proto.trace.v1.ResourceSpans[] | undefined;
     }
     interface ExportTraceServiceResponse {
      partialSuccess?: ExportTracePartialSuccess | undefined;
     }
     interface ExportTracePartialSuccess {
      rejectedSpans?: number | undefined;
      errorMessage?: string | undefined;
     }
    }
   }
  }
  namespace metrics {
   namespace v1 {
    interface MetricsData {
     resourceMetrics?: readonly ResourceMetrics[] | undefined;
    }
    interface ResourceMetrics {
     resource?: opentelemetry.proto.resource.v1.Resource | undefined;
     scopeMetrics?: readonly ScopeMetrics[] | undefined;
     schemaUrl?: string | undefined;
    }
    interface ScopeMetrics {
     scope?: opentelemetry.proto.common.v1.InstrumentationScope | undefined;
     metrics?: readonly Metric[] | undefined;
     schemaUrl?: string | undefined;
    }
    interface Metric {
     name?: string | undefined;
     description?: string | undefined;
     unit?: string | undefined;
     gauge?: Gauge | undefined;
     sum?: Sum | undefined;
     histogram?: Histogram | undefined;
     exponentialHistogram?: ExponentialHistogram | undefined;
     summary?: Summary | undefined;
     metadata?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
    }
    interface Gauge {
     dataPoints?: readonly NumberDataPoint[] | undefined;
    }
    interface Sum {
     dataPoints?: readonly NumberDataPoint[] | undefined;
     aggregationTemporality?: AggregationTemporality | undefined;
     isMonotonic?: boolean | undefined;
    }
    interface Histogram {
     dataPoints?: readonly HistogramDataPoint[] | undefined;
     aggregationTemporality?: AggregationTemporality | undefined;
    }
    interface ExponentialHistogram {
     dataPoints?: readonly ExponentialHistogramDataPoint[] | undefined;
     aggregationTemporality?: AggregationTemporality | undefined;
    }
    interface Summary {
     dataPoints?: readonly SummaryDataPoint[] | undefined;
    }
    interface NumberDataPoint {
     attributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
     startTimeUnixNano?: number | undefined;
     timeUnixNano?: number | undefined;
     asDouble?: number | undefined;
     asInt?: number | undefined;
     exemplars?: readonly Exemplar[] | undefined;
     flags?: number | undefined;
    }
    interface HistogramDataPoint {
     attributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
     startTimeUnixNano?: number | undefined;
     timeUnixNano?: number | undefined;
     count?: number | undefined;
     sum?: number | undefined;
     bucketCounts?: readonly number[] | undefined;
     explicitBounds?: readonly number[] | undefined;
     exemplars?: readonly Exemplar[] | undefined;
     flags?: number | undefined;
     min?: number | undefined;
     max?: number | undefined;
    }
    interface ExponentialHistogramDataPoint {
     attributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
     startTimeUnixNano?: number | undefined;
     timeUnixNano?: number | undefined;
     count?: number | undefined;
     sum?: number | undefined;
     scale?: number | undefined;
     zeroCount?: number | undefined;
     positive?: ExponentialHistogramDataPoint.Buckets | undefined;
     negative?: ExponentialHistogramDataPoint.Buckets | undefined;
     flags?: number | undefined;
     exemplars?: readonly Exemplar[] | undefined;
     min?: number | undefined;
     max?: number | undefined;
     zeroThreshold?: number | undefined;
    }
    namespace ExponentialHistogramDataPoint {
     interface Buckets {
      offset?: number | undefined;
      bucketCounts?: readonly number[] | undefined;
     }
    }
    interface SummaryDataPoint {
     attributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
     startTimeUnixNano?: number | undefined;
     timeUnixNano?: number | undefined;
     count?: number | undefined;
     sum?: number | undefined;
     quantileValues?: readonly SummaryDataPoint.ValueAtQuantile[] | undefined;
     flags?: number | undefined;
    }
    namespace SummaryDataPoint {
     interface ValueAtQuantile {
      quantile?: number | undefined;
      value?: number | undefined;
     }
    }
    interface Exemplar {
     filteredAttributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
     timeUnixNano?: number | undefined;
     asDouble?: number | undefined;
     asInt?: number | undefined;
     spanId?: Uint8Array | undefined;
     traceId?: Uint8Array | undefined;
    }
    type AggregationTemporality = 0 | 1 | 2;
    type DataPointFlags = 0 | 1;
   }
  }
  namespace trace {
   namespace v1 {
    interface TracesData {
     resourceSpans?: readonly ResourceSpans[] | undefined;
    }
    interface ResourceSpans {
     resource?: opentelemetry.proto.resource.v1.Resource | undefined;
     scopeSpans?: readonly ScopeSpans[] | undefined;
     schemaUrl?: string | undefined;
    }
    interface ScopeSpans {
     scope?: opentelemetry.proto.common.v1.InstrumentationScope | undefined;
     spans?: readonly Span[] | undefined;
     schemaUrl?: string | undefined;
    }
    interface Span {
     traceId?: Uint8Array | undefined;
     spanId?: Uint8Array | undefined;
     traceState?: string | undefined;
     parentSpanId?: Uint8Array | undefined;
     flags?: number | undefined;
     name?: string | undefined;
     kind?: Span.SpanKind | undefined;
     startTimeUnixNano?: number | undefined;
     endTimeUnixNano?: number | undefined;
     attributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
     droppedAttributesCount?: number | undefined;
     events?: readonly Span.Event[] | undefined;
     droppedEventsCount?: number | undefined;
     links?: readonly Span.Link[] | undefined;
     droppedLinksCount?: number | undefined;
     status?: Status | undefined;
    }
    namespace Span {
     interface Event {
      timeUnixNano?: number | undefined;
      name?: string | undefined;
      attributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
      droppedAttributesCount?: number | undefined;
     }
     interface Link {
      traceId?: Uint8Array | undefined;
      spanId?: Uint8Array | undefined;
      traceState?: string | undefined;
      attributes?: readonly opentelemetry.proto.common.v1.KeyValue[] | undefined;
      droppedAttributesCount?: number | undefined;
      flags?: number | undefined;
     }
     type SpanKind = 0 | 1 | 2 | 3 | 4 | 5;
    }
    interface Status {
     message?: string | undefined;
     code?: Status.StatusCode | undefined;
    }
    namespace Status {
     type StatusCode = 0 | 1 | 2;
    }
    type SpanFlags = 0 | 255 | 256 | 512;
   }
  }
 }
}
export const opentelemetry = {
 proto: {
  logs: {
   v1: {
    SeverityNumber: {"SEVERITY_NUMBER_UNSPECIFIED":0,"SEVERITY_NUMBER_TRACE":1,"SEVERITY_NUMBER_TRACE2":2,"SEVERITY_NUMBER_TRACE3":3,"SEVERITY_NUMBER_TRACE4":4,"SEVERITY_NUMBER_DEBUG":5,"SEVERITY_NUMBER_DEBUG2":6,"SEVERITY_NUMBER_DEBUG3":7,"SEVERITY_NUMBER_DEBUG4":8,"SEVERITY_NUMBER_INFO":9,"SEVERITY_NUMBER_INFO2":10,"SEVERITY_NUMBER_INFO3":11,"SEVERITY_NUMBER_INFO4":12,"SEVERITY_NUMBER_WARN":13,"SEVERITY_NUMBER_WARN2":14,"SEVERITY_NUMBER_WARN3":15,"SEVERITY_NUMBER_WARN4":16,"SEVERITY_NUMBER_ERROR":17,"SEVERITY_NUMBER_ERROR2":18,"SEVERITY_NUMBER_ERROR3":19,"SEVERITY_NUMBER_ERROR4":20,"SEVERITY_NUMBER_FATAL":21,"SEVERITY_NUMBER_FATAL2":22,"SEVERITY_NUMBER_FATAL3":23,"SEVERITY_NUMBER_FATAL4":24},
    LogRecordFlags: {"LOG_RECORD_FLAGS_DO_NOT_USE":0,"LOG_RECORD_FLAGS_TRACE_FLAGS_MASK":255},
   },
  },
  metrics: {
   v1: {
    AggregationTemporality: {"AGGREGATION_TEMPORALITY_UNSPECIFIED":0,"AGGREGATION_TEMPORALITY_DELTA":1,"AGGREGATION_TEMPORALITY_CUMULATIVE":2},
    DataPointFlags: {"DATA_POINT_FLAGS_DO_NOT_USE":0,"DATA_POINT_FLAGS_NO_RECORDED_VALUE_MASK":1},
   },
  },
  trace: {
   v1: {
    Span: {
     SpanKind: {"SPAN_KIND_UNSPECIFIED":0,"SPAN_KIND_INTERNAL":1,"SPAN_KIND_SERVER":2,"SPAN_KIND_CLIENT":3,"SPAN_KIND_PRODUCER":4,"SPAN_KIND_CONSUMER":5},
    },
    Status: {
     StatusCode: {"STATUS_CODE_UNSET":0,"STATUS_CODE_OK":1,"STATUS_CODE_ERROR":2},
    },
    SpanFlags: {"SPAN_FLAGS_DO_NOT_USE":0,"SPAN_FLAGS_TRACE_FLAGS_MASK":255,"SPAN_FLAGS_CONTEXT_HAS_IS_REMOTE_MASK":256,"SPAN_FLAGS_CONTEXT_IS_REMOTE_MASK":512},
   },
  },
 },
} as const;
export declare namespace cel {
 namespace expr {
  interface ParsedExpr {
   expr?: Expr | undefined;
   sourceInfo?: SourceInfo | undefined;
  }
  interface Expr {
   id?: number | undefined;
   constExpr?: Constant | undefined;
   identExpr?: Expr.Ident | undefined;
   selectExpr?: Expr.Select | undefined;
   callExpr?: Expr.Call | undefined;
   listExpr?: Expr.CreateList | undefined;
   structExpr?: Expr.CreateStruct | undefined;
   comprehensionExpr?: Expr.Comprehension | undefined;
  }
  namespace Expr {
   interface Ident {
    name?: string | undefined;
   }
   interface Select {
    operand?: Expr | undefined;
    field?: string | undefined;
    testOnly?: boolean | undefined;
   }
   interface Call {
    target?: Expr | undefined;
    function?: string | undefined;
    args?: readonly Expr[] | undefined;
   }
   interface CreateList {
    elements?: readonly Expr[] | undefined;
    optionalIndices?: readonly number[] | undefined;
   }
   interface CreateStruct {
    messageName?: string | undefined;
    entries?: readonly Expr.CreateStruct.Entry[] | undefined;
   }
   namespace CreateStruct {
    interface Entry {
     id?: number | undefined;
     fieldKey?: string | undefined;
     mapKey?: Expr | undefined;
     value?: Expr | undefined;
     optionalEntry?: boolean | undefined;
    }
   }
   interface Comprehension {
    iterVar?: string | undefined;
    iterVar2?: string | undefined;
    iterRange?: Expr | undefined;
    accuVar?: string | undefined;
    accuInit?: Expr | undefined;
    loopCondition?: Expr | undefined;
    loopStep?: Expr | undefined;
    result?: Expr | undefined;
   }
  }
  interface Constant {
   nullValue?: google.protobuf.NullValue | undefined;
   boolValue?: boolean | undefined;
   int64Value?: number | undefined;
   uint64Value?: number | undefined;
   doubleValue?: number | undefined;
   stringValue?: string | undefined;
   bytesValue?: Uint8Array | undefined;
   durationValue?: google.protobuf.Duration | undefined;
   timestampValue?: google.protobuf.Timestamp | undefined;
  }
  interface SourceInfo {
   syntaxVersion?: string | undefined;
   location?: string | undefined;
   lineOffsets?: readonly number[] | undefined;
   positions?: Dict<number> | undefined;
   macroCalls?: Dict<Expr> | undefined;
   extensions?: readonly SourceInfo.Extension[] | undefined;
  }
  namespace SourceInfo {
   interface Extension {
    id?: string | undefined;
    affectedComponents?: readonly SourceInfo.Extension.Component[] | undefined;
    version?: SourceInfo.Extension.Version | undefined;
   }
   namespace Extension {
    interface Version {
     major?: number | undefined;
     minor?: number | undefined;
    }
    type Component = 0 | 1 | 2 | 3;
   }
  }
  interface CheckedExpr {
   referenceMap?: Dict<Reference> | undefined;
   typeMap?: Dict<Type> | undefined;
   sourceInfo?: SourceInfo | undefined;
   exprVersion?: string | undefined;
   expr?: Expr | undefined;
  }
  interface Type {
   dyn?: google.protobuf.Empty | undefined;
   null?: google.protobuf.NullValue | undefined;
   primitive?: Type.PrimitiveType | undefined;
   wrapper?: Type.PrimitiveType | undefined;
   wellKnown?: Type.WellKnownType | undefined;
   listType?: Type.ListType | undefined;
   mapType?: Type.MapType | undefined;
   function?: Type.FunctionType | undefined;
   messageType?: string | undefined;
   typeParam?: string | undefined;
   type?: Type | undefined;
   error?: google.protobuf.Empty | undefined;
   abstractType?: Type.AbstractType | undefined;
  }
  namespace Type {
   interface ListType {
    elemType?: Type | undefined;
   }
   interface MapType {
    keyType?: Type | undefined;
    valueType?: Type | undefined;
   }
   interface FunctionType {
    resultType?: Type | undefined;
    argTypes?: readonly Type[] | undefined;
   }
   interface AbstractType {
    name?: string | undefined;
    parameterTypes?: readonly Type[] | undefined;
   }
   type PrimitiveType = 0 | 1 | 2 | 3 | 4 | 5 | 6;
   type WellKnownType = 0 | 1 | 2 | 3;
  }
  interface Decl {
   name?: string | undefined;
   ident?: Decl.IdentDecl | undefined;
   function?: Decl.FunctionDecl | undefined;
  }
  namespace Decl {
   interface IdentDecl {
    type?: Type | undefined;
    value?: Constant | undefined;
    doc?: string | undefined;
   }
   interface FunctionDecl {
    overloads?: readonly Decl.FunctionDecl.Overload[] | undefined;
    doc?: string | undefined;
   }
   namespace FunctionDecl {
    interface Overload {
     overloadId?: string | undefined;
     params?: readonly Type[] | undefined;
     typeParams?: readonly string[] | undefined;
     resultType?: Type | undefined;
     isInstanceFunction?: boolean | undefined;
     doc?: string | undefined;
    }
   }
  }
  interface Reference {
   name?: string | undefined;
   overloadId?: readonly string[] | undefined;
   value?: Constant | undefined;
  }
 }
}
export const cel = {
 expr: {
  SourceInfo: {
   Extension: {
    Component: {"COMPONENT_UNSPECIFIED":0,"COMPONENT_PARSER":1,"COMPONENT_TYPE_CHECKER":2,"COMPONENT_RUNTIME":3},
   },
  },
  Type: {
   PrimitiveType: {"PRIMITIVE_TYPE_UNSPECIFIED":0,"BOOL":1,"INT64":2,"UINT64":3,"DOUBLE":4,"STRING":5,"BYTES":6},
   WellKnownType: {"WELL_KNOWN_TYPE_UNSPECIFIED":0,"ANY":1,"TIMESTAMP":2,"DURATION":3},
  },
 },
} as const;
export declare namespace io {
 namespace prometheus {
  namespace client {
   interface LabelPair {
    name?: string | undefined;
    value?: string | undefined;
   }
   interface Gauge {
    value?: number | undefined;
   }
   interface Counter {
    value?: number | undefined;
    exemplar?: Exemplar | undefined;
    createdTimestamp?: google.protobuf.Timestamp | undefined;
   }
   interface Quantile {
    quantile?: number | undefined;
    value?: number | undefined;
   }
   interface Summary {
    sampleCount?: number | undefined;
    sampleSum?: number | undefined;
    quantile?: readonly Quantile[] | undefined;
    createdTimestamp?: google.protobuf.Timestamp | undefined;
   }
   interface Untyped {
    value?: number | undefined;
   }
   interface Histogram {
    sampleCount?: number | undefined;
    sampleCountFloat?: number | undefined;
    sampleSum?: number | undefined;
    bucket?: readonly Bucket[] | undefined;
    createdTimestamp?: google.protobuf.Timestamp | undefined;
    schema?: number | undefined;
    zeroThreshold?: number | undefined;
    zeroCount?: number | undefined;
    zeroCountFloat?: number | undefined;
    negativeSpan?: readonly BucketSpan[] | undefined;
    negativeDelta?: readonly number[] | undefined;
    negativeCount?: readonly number[] | undefined;
    positiveSpan?: readonly BucketSpan[] | undefined;
    positiveDelta?: readonly number[] | undefined;
    positiveCount?: readonly number[] | undefined;
    exemplars?: readonly Exemplar[] | undefined;
   }
   interface Bucket {
    cumulativeCount?: number | undefined;
    cumulativeCountFloat?: number | undefined;
    upperBound?: number | undefined;
    exemplar?: Exemplar | undefined;
   }
   interface BucketSpan {
    offset?: number | undefined;
    length?: number | undefined;
   }
   interface Exemplar {
    label?: readonly LabelPair[] | undefined;
    value?: number | undefined;
    timestamp?: google.protobuf.Timestamp | undefined;
   }
   interface Metric {
    label?: readonly LabelPair[] | undefined;
    gauge?: Gauge | undefined;
    counter?: Counter | undefined;
    summary?: Summary | undefined;
    untyped?: Untyped | undefined;
    histogram?: Histogram | undefined;
    timestampMs?: number | undefined;
   }
   interface MetricFamily {
    name?: string | undefined;
    help?: string | undefined;
    type?: MetricType | undefined;
    metric?: readonly Metric[] | undefined;
    unit?: string | undefined;
   }
   type MetricType = 0 | 1 | 2 | 3 | 4 | 5;
  }
 }
}
export const io = {
 prometheus: {
  client: {
   MetricType: {"COUNTER":0,"GAUGE":1,"SUMMARY":2,"UNTYPED":3,"HISTOGRAM":4,"GAUGE_HISTOGRAM":5},
  },
 },
} as const;
export declare namespace grpc {
 namespace health {
  namespace v1 {
   interface HealthCheckRequest {
    service?: string | undefined;
   }
   interface HealthCheckResponse {
    status?: HealthCheckResponse.ServingStatus | undefined;
   }
   namespace HealthCheckResponse {
    type ServingStatus = 0 | 1 | 2 | 3;
   }
   interface HealthListRequest {
   }
   interface HealthListResponse {
    statuses?: Dict<HealthCheckResponse> | undefined;
   }
  }
 }
}
export const grpc = {
 health: {
  v1: {
   HealthCheckResponse: {
    ServingStatus: {"UNKNOWN":0,"SERVING":1,"NOT_SERVING":2,"SERVICE_UNKNOWN":3},
   },
  },
 },
} as const;
export declare namespace udpa {
 namespace type {
  namespace v1 {
   interface TypedStruct {
    typeUrl?: string | undefined;
    value?: google.protobuf.Struct | undefined;
   }
  }
 }
}

/** Every message by its full name. */
export interface MessageTypes {
 'cel.expr.CheckedExpr': cel.expr.CheckedExpr;
 'cel.expr.Constant': cel.expr.Constant;
 'cel.expr.Decl': cel.expr.Decl;
 'cel.expr.Decl.FunctionDecl': cel.expr.Decl.FunctionDecl;
 'cel.expr.Decl.FunctionDecl.Overload': cel.expr.Decl.FunctionDecl.Overload;
 'cel.expr.Decl.IdentDecl': cel.expr.Decl.IdentDecl;
 'cel.expr.Expr': cel.expr.Expr;
 'cel.expr.Expr.Call': cel.expr.Expr.Call;
 'cel.expr.Expr.Comprehension': cel.expr.Expr.Comprehension;
 'cel.expr.Expr.CreateList': cel.expr.Expr.CreateList;
 'cel.expr.Expr.CreateStruct': cel.expr.Expr.CreateStruct;
 'cel.expr.Expr.CreateStruct.Entry': cel.expr.Expr.CreateStruct.Entry;
 'cel.expr.Expr.Ident': cel.expr.Expr.Ident;
 'cel.expr.Expr.Select': cel.expr.Expr.Select;
 'cel.expr.ParsedExpr': cel.expr.ParsedExpr;
 'cel.expr.Reference': cel.expr.Reference;
 'cel.expr.SourceInfo': cel.expr.SourceInfo;
 'cel.expr.SourceInfo.Extension': cel.expr.SourceInfo.Extension;
 'cel.expr.SourceInfo.Extension.Version': cel.expr.SourceInfo.Extension.Version;
 'cel.expr.Type': cel.expr.Type;
 'cel.expr.Type.AbstractType': cel.expr.Type.AbstractType;
 'cel.expr.Type.FunctionType': cel.expr.Type.FunctionType;
 'cel.expr.Type.ListType': cel.expr.Type.ListType;
 'cel.expr.Type.MapType': cel.expr.Type.MapType;
 'envoy.admin.v3.BootstrapConfigDump': envoy.admin.v3.BootstrapConfigDump;
 'envoy.admin.v3.Certificate': envoy.admin.v3.Certificate;
 'envoy.admin.v3.CertificateDetails': envoy.admin.v3.CertificateDetails;
 'envoy.admin.v3.CertificateDetails.OcspDetails': envoy.admin.v3.CertificateDetails.OcspDetails;
 'envoy.admin.v3.Certificates': envoy.admin.v3.Certificates;
 'envoy.admin.v3.ClusterStatus': envoy.admin.v3.ClusterStatus;
 'envoy.admin.v3.Clusters': envoy.admin.v3.Clusters;
 'envoy.admin.v3.ClustersConfigDump': envoy.admin.v3.ClustersConfigDump;
 'envoy.admin.v3.ClustersConfigDump.DynamicCluster': envoy.admin.v3.ClustersConfigDump.DynamicCluster;
 'envoy.admin.v3.ClustersConfigDump.StaticCluster': envoy.admin.v3.ClustersConfigDump.StaticCluster;
 'envoy.admin.v3.CommandLineOptions': envoy.admin.v3.CommandLineOptions;
 'envoy.admin.v3.ConfigDump': envoy.admin.v3.ConfigDump;
 'envoy.admin.v3.EcdsConfigDump': envoy.admin.v3.EcdsConfigDump;
 'envoy.admin.v3.EcdsConfigDump.EcdsFilterConfig': envoy.admin.v3.EcdsConfigDump.EcdsFilterConfig;
 'envoy.admin.v3.EndpointsConfigDump': envoy.admin.v3.EndpointsConfigDump;
 'envoy.admin.v3.EndpointsConfigDump.DynamicEndpointConfig': envoy.admin.v3.EndpointsConfigDump.DynamicEndpointConfig;
 'envoy.admin.v3.EndpointsConfigDump.StaticEndpointConfig': envoy.admin.v3.EndpointsConfigDump.StaticEndpointConfig;
 'envoy.admin.v3.HostHealthStatus': envoy.admin.v3.HostHealthStatus;
 'envoy.admin.v3.HostStatus': envoy.admin.v3.HostStatus;
 'envoy.admin.v3.ListenerStatus': envoy.admin.v3.ListenerStatus;
 'envoy.admin.v3.Listeners': envoy.admin.v3.Listeners;
 'envoy.admin.v3.ListenersConfigDump': envoy.admin.v3.ListenersConfigDump;
 'envoy.admin.v3.ListenersConfigDump.DynamicListener': envoy.admin.v3.ListenersConfigDump.DynamicListener;
 'envoy.admin.v3.ListenersConfigDump.DynamicListenerState': envoy.admin.v3.ListenersConfigDump.DynamicListenerState;
 'envoy.admin.v3.ListenersConfigDump.StaticListener': envoy.admin.v3.ListenersConfigDump.StaticListener;
 'envoy.admin.v3.Memory': envoy.admin.v3.Memory;
 'envoy.admin.v3.MutexStats': envoy.admin.v3.MutexStats;
 'envoy.admin.v3.RoutesConfigDump': envoy.admin.v3.RoutesConfigDump;
 'envoy.admin.v3.RoutesConfigDump.DynamicRouteConfig': envoy.admin.v3.RoutesConfigDump.DynamicRouteConfig;
 'envoy.admin.v3.RoutesConfigDump.StaticRouteConfig': envoy.admin.v3.RoutesConfigDump.StaticRouteConfig;
 'envoy.admin.v3.ScopedRoutesConfigDump': envoy.admin.v3.ScopedRoutesConfigDump;
 'envoy.admin.v3.ScopedRoutesConfigDump.DynamicScopedRouteConfigs': envoy.admin.v3.ScopedRoutesConfigDump.DynamicScopedRouteConfigs;
 'envoy.admin.v3.ScopedRoutesConfigDump.InlineScopedRouteConfigs': envoy.admin.v3.ScopedRoutesConfigDump.InlineScopedRouteConfigs;
 'envoy.admin.v3.SecretsConfigDump': envoy.admin.v3.SecretsConfigDump;
 'envoy.admin.v3.SecretsConfigDump.DynamicSecret': envoy.admin.v3.SecretsConfigDump.DynamicSecret;
 'envoy.admin.v3.SecretsConfigDump.StaticSecret': envoy.admin.v3.SecretsConfigDump.StaticSecret;
 'envoy.admin.v3.ServerInfo': envoy.admin.v3.ServerInfo;
 'envoy.admin.v3.SimpleMetric': envoy.admin.v3.SimpleMetric;
 'envoy.admin.v3.SubjectAlternateName': envoy.admin.v3.SubjectAlternateName;
 'envoy.admin.v3.TapRequest': envoy.admin.v3.TapRequest;
 'envoy.admin.v3.UnreadyTargetsDumps': envoy.admin.v3.UnreadyTargetsDumps;
 'envoy.admin.v3.UnreadyTargetsDumps.UnreadyTargetsDump': envoy.admin.v3.UnreadyTargetsDumps.UnreadyTargetsDump;
 'envoy.admin.v3.UpdateFailureState': envoy.admin.v3.UpdateFailureState;
 'envoy.config.accesslog.v3.AccessLog': envoy.config.accesslog.v3.AccessLog;
 'envoy.config.accesslog.v3.AccessLogFilter': envoy.config.accesslog.v3.AccessLogFilter;
 'envoy.config.accesslog.v3.AndFilter': envoy.config.accesslog.v3.AndFilter;
 'envoy.config.accesslog.v3.ComparisonFilter': envoy.config.accesslog.v3.ComparisonFilter;
 'envoy.config.accesslog.v3.DurationFilter': envoy.config.accesslog.v3.DurationFilter;
 'envoy.config.accesslog.v3.ExtensionFilter': envoy.config.accesslog.v3.ExtensionFilter;
 'envoy.config.accesslog.v3.GrpcStatusFilter': envoy.config.accesslog.v3.GrpcStatusFilter;
 'envoy.config.accesslog.v3.HeaderFilter': envoy.config.accesslog.v3.HeaderFilter;
 'envoy.config.accesslog.v3.LogTypeFilter': envoy.config.accesslog.v3.LogTypeFilter;
 'envoy.config.accesslog.v3.MetadataFilter': envoy.config.accesslog.v3.MetadataFilter;
 'envoy.config.accesslog.v3.NotHealthCheckFilter': envoy.config.accesslog.v3.NotHealthCheckFilter;
 'envoy.config.accesslog.v3.OrFilter': envoy.config.accesslog.v3.OrFilter;
 'envoy.config.accesslog.v3.ResponseFlagFilter': envoy.config.accesslog.v3.ResponseFlagFilter;
 'envoy.config.accesslog.v3.RuntimeFilter': envoy.config.accesslog.v3.RuntimeFilter;
 'envoy.config.accesslog.v3.StatusCodeFilter': envoy.config.accesslog.v3.StatusCodeFilter;
 'envoy.config.accesslog.v3.TraceableFilter': envoy.config.accesslog.v3.TraceableFilter;
 'envoy.config.bootstrap.v3.Admin': envoy.config.bootstrap.v3.Admin;
 'envoy.config.bootstrap.v3.ApiListenerManager': envoy.config.bootstrap.v3.ApiListenerManager;
 'envoy.config.bootstrap.v3.Bootstrap': envoy.config.bootstrap.v3.Bootstrap;
 'envoy.config.bootstrap.v3.Bootstrap.ApplicationLogConfig': envoy.config.bootstrap.v3.Bootstrap.ApplicationLogConfig;
 'envoy.config.bootstrap.v3.Bootstrap.ApplicationLogConfig.LogFormat': envoy.config.bootstrap.v3.Bootstrap.ApplicationLogConfig.LogFormat;
 'envoy.config.bootstrap.v3.Bootstrap.DeferredStatOptions': envoy.config.bootstrap.v3.Bootstrap.DeferredStatOptions;
 'envoy.config.bootstrap.v3.Bootstrap.DynamicResources': envoy.config.bootstrap.v3.Bootstrap.DynamicResources;
 'envoy.config.bootstrap.v3.Bootstrap.GrpcAsyncClientManagerConfig': envoy.config.bootstrap.v3.Bootstrap.GrpcAsyncClientManagerConfig;
 'envoy.config.bootstrap.v3.Bootstrap.StaticResources': envoy.config.bootstrap.v3.Bootstrap.StaticResources;
 'envoy.config.bootstrap.v3.ClusterManager': envoy.config.bootstrap.v3.ClusterManager;
 'envoy.config.bootstrap.v3.ClusterManager.OutlierDetection': envoy.config.bootstrap.v3.ClusterManager.OutlierDetection;
 'envoy.config.bootstrap.v3.CustomInlineHeader': envoy.config.bootstrap.v3.CustomInlineHeader;
 'envoy.config.bootstrap.v3.FatalAction': envoy.config.bootstrap.v3.FatalAction;
 'envoy.config.bootstrap.v3.LayeredRuntime': envoy.config.bootstrap.v3.LayeredRuntime;
 'envoy.config.bootstrap.v3.ListenerManager': envoy.config.bootstrap.v3.ListenerManager;
 'envoy.config.bootstrap.v3.MemoryAllocatorManager': envoy.config.bootstrap.v3.MemoryAllocatorManager;
 'envoy.config.bootstrap.v3.Runtime': envoy.config.bootstrap.v3.Runtime;
 'envoy.config.bootstrap.v3.RuntimeLayer': envoy.config.bootstrap.v3.RuntimeLayer;
 'envoy.config.bootstrap.v3.RuntimeLayer.AdminLayer': envoy.config.bootstrap.v3.RuntimeLayer.AdminLayer;
 'envoy.config.bootstrap.v3.RuntimeLayer.DiskLayer': envoy.config.bootstrap.v3.RuntimeLayer.DiskLayer;
 'envoy.config.bootstrap.v3.RuntimeLayer.RtdsLayer': envoy.config.bootstrap.v3.RuntimeLayer.RtdsLayer;
 'envoy.config.bootstrap.v3.ValidationListenerManager': envoy.config.bootstrap.v3.ValidationListenerManager;
 'envoy.config.bootstrap.v3.Watchdog': envoy.config.bootstrap.v3.Watchdog;
 'envoy.config.bootstrap.v3.Watchdog.WatchdogAction': envoy.config.bootstrap.v3.Watchdog.WatchdogAction;
 'envoy.config.bootstrap.v3.Watchdogs': envoy.config.bootstrap.v3.Watchdogs;
 'envoy.config.cluster.v3.CircuitBreakers': envoy.config.cluster.v3.CircuitBreakers;
 'envoy.config.cluster.v3.CircuitBreakers.Thresholds': envoy.config.cluster.v3.CircuitBreakers.Thresholds;
 'envoy.config.cluster.v3.CircuitBreakers.Thresholds.RetryBudget': envoy.config.cluster.v3.CircuitBreakers.Thresholds.RetryBudget;
 'envoy.config.cluster.v3.Cluster': envoy.config.cluster.v3.Cluster;
 'envoy.config.cluster.v3.Cluster.CommonLbConfig': envoy.config.cluster.v3.Cluster.CommonLbConfig;
 'envoy.config.cluster.v3.Cluster.CommonLbConfig.ConsistentHashingLbConfig': envoy.config.cluster.v3.Cluster.CommonLbConfig.ConsistentHashingLbConfig;
 'envoy.config.cluster.v3.Cluster.CommonLbConfig.LocalityWeightedLbConfig': envoy.config.cluster.v3.Cluster.CommonLbConfig.LocalityWeightedLbConfig;
 'envoy.config.cluster.v3.Cluster.CommonLbConfig.ZoneAwareLbConfig': envoy.config.cluster.v3.Cluster.CommonLbConfig.ZoneAwareLbConfig;
 'envoy.config.cluster.v3.Cluster.CustomClusterType': envoy.config.cluster.v3.Cluster.CustomClusterType;
 'envoy.config.cluster.v3.Cluster.EdsClusterConfig': envoy.config.cluster.v3.Cluster.EdsClusterConfig;
 'envoy.config.cluster.v3.Cluster.LbSubsetConfig': envoy.config.cluster.v3.Cluster.LbSubsetConfig;
 'envoy.config.cluster.v3.Cluster.LbSubsetConfig.LbSubsetSelector': envoy.config.cluster.v3.Cluster.LbSubsetConfig.LbSubsetSelector;
 'envoy.config.cluster.v3.Cluster.LeastRequestLbConfig': envoy.config.cluster.v3.Cluster.LeastRequestLbConfig;
 'envoy.config.cluster.v3.Cluster.MaglevLbConfig': envoy.config.cluster.v3.Cluster.MaglevLbConfig;
 'envoy.config.cluster.v3.Cluster.OriginalDstLbConfig': envoy.config.cluster.v3.Cluster.OriginalDstLbConfig;
 'envoy.config.cluster.v3.Cluster.PreconnectPolicy': envoy.config.cluster.v3.Cluster.PreconnectPolicy;
 'envoy.config.cluster.v3.Cluster.QueuingPolicies': envoy.config.cluster.v3.Cluster.QueuingPolicies;
 'envoy.config.cluster.v3.Cluster.RefreshRate': envoy.config.cluster.v3.Cluster.RefreshRate;
 'envoy.config.cluster.v3.Cluster.RingHashLbConfig': envoy.config.cluster.v3.Cluster.RingHashLbConfig;
 'envoy.config.cluster.v3.Cluster.RoundRobinLbConfig': envoy.config.cluster.v3.Cluster.RoundRobinLbConfig;
 'envoy.config.cluster.v3.Cluster.SlowStartConfig': envoy.config.cluster.v3.Cluster.SlowStartConfig;
 'envoy.config.cluster.v3.Cluster.TransportSocketMatch': envoy.config.cluster.v3.Cluster.TransportSocketMatch;
 'envoy.config.cluster.v3.ClusterCollection': envoy.config.cluster.v3.ClusterCollection;
 'envoy.config.cluster.v3.Filter': envoy.config.cluster.v3.Filter;
 'envoy.config.cluster.v3.LoadBalancingPolicy': envoy.config.cluster.v3.LoadBalancingPolicy;
 'envoy.config.cluster.v3.LoadBalancingPolicy.Policy': envoy.config.cluster.v3.LoadBalancingPolicy.Policy;
 'envoy.config.cluster.v3.OutlierDetection': envoy.config.cluster.v3.OutlierDetection;
 'envoy.config.cluster.v3.TrackClusterStats': envoy.config.cluster.v3.TrackClusterStats;
 'envoy.config.cluster.v3.UpstreamConnectionOptions': envoy.config.cluster.v3.UpstreamConnectionOptions;
 'envoy.config.cluster.v3.UpstreamConnectionOptions.HappyEyeballsConfig': envoy.config.cluster.v3.UpstreamConnectionOptions.HappyEyeballsConfig;
 'envoy.config.common.key_value.v3.KeyValueStoreConfig': envoy.config.common.key_value.v3.KeyValueStoreConfig;
 'envoy.config.common.matcher.v3.HttpGenericBodyMatch': envoy.config.common.matcher.v3.HttpGenericBodyMatch;
 'envoy.config.common.matcher.v3.HttpGenericBodyMatch.GenericTextMatch': envoy.config.common.matcher.v3.HttpGenericBodyMatch.GenericTextMatch;
 'envoy.config.common.matcher.v3.HttpHeadersMatch': envoy.config.common.matcher.v3.HttpHeadersMatch;
 'envoy.config.common.matcher.v3.MatchPredicate': envoy.config.common.matcher.v3.MatchPredicate;
 'envoy.config.common.matcher.v3.MatchPredicate.MatchSet': envoy.config.common.matcher.v3.MatchPredicate.MatchSet;
 'envoy.config.common.matcher.v3.Matcher': envoy.config.common.matcher.v3.Matcher;
 'envoy.config.common.matcher.v3.Matcher.MatcherList': envoy.config.common.matcher.v3.Matcher.MatcherList;
 'envoy.config.common.matcher.v3.Matcher.MatcherList.FieldMatcher': envoy.config.common.matcher.v3.Matcher.MatcherList.FieldMatcher;
 'envoy.config.common.matcher.v3.Matcher.MatcherList.Predicate': envoy.config.common.matcher.v3.Matcher.MatcherList.Predicate;
 'envoy.config.common.matcher.v3.Matcher.MatcherList.Predicate.PredicateList': envoy.config.common.matcher.v3.Matcher.MatcherList.Predicate.PredicateList;
 'envoy.config.common.matcher.v3.Matcher.MatcherList.Predicate.SinglePredicate': envoy.config.common.matcher.v3.Matcher.MatcherList.Predicate.SinglePredicate;
 'envoy.config.common.matcher.v3.Matcher.MatcherTree': envoy.config.common.matcher.v3.Matcher.MatcherTree;
 'envoy.config.common.matcher.v3.Matcher.MatcherTree.MatchMap': envoy.config.common.matcher.v3.Matcher.MatcherTree.MatchMap;
 'envoy.config.common.matcher.v3.Matcher.OnMatch': envoy.config.common.matcher.v3.Matcher.OnMatch;
 'envoy.config.common.mutation_rules.v3.HeaderMutation': envoy.config.common.mutation_rules.v3.HeaderMutation;
 'envoy.config.common.mutation_rules.v3.HeaderMutation.RemoveOnMatch': envoy.config.common.mutation_rules.v3.HeaderMutation.RemoveOnMatch;
 'envoy.config.common.mutation_rules.v3.HeaderMutationRules': envoy.config.common.mutation_rules.v3.HeaderMutationRules;
 'envoy.config.core.v3.Address': envoy.config.core.v3.Address;
 'envoy.config.core.v3.AggregatedConfigSource': envoy.config.core.v3.AggregatedConfigSource;
 'envoy.config.core.v3.AlternateProtocolsCacheOptions': envoy.config.core.v3.AlternateProtocolsCacheOptions;
 'envoy.config.core.v3.AlternateProtocolsCacheOptions.AlternateProtocolsCacheEntry': envoy.config.core.v3.AlternateProtocolsCacheOptions.AlternateProtocolsCacheEntry;
 'envoy.config.core.v3.ApiConfigSource': envoy.config.core.v3.ApiConfigSource;
 'envoy.config.core.v3.AsyncDataSource': envoy.config.core.v3.AsyncDataSource;
 'envoy.config.core.v3.BackoffStrategy': envoy.config.core.v3.BackoffStrategy;
 'envoy.config.core.v3.BindConfig': envoy.config.core.v3.BindConfig;
 'envoy.config.core.v3.BuildVersion': envoy.config.core.v3.BuildVersion;
 'envoy.config.core.v3.CelExpressionConfig': envoy.config.core.v3.CelExpressionConfig;
 'envoy.config.core.v3.CidrRange': envoy.config.core.v3.CidrRange;
 'envoy.config.core.v3.ConfigSource': envoy.config.core.v3.ConfigSource;
 'envoy.config.core.v3.ControlPlane': envoy.config.core.v3.ControlPlane;
 'envoy.config.core.v3.DataSource': envoy.config.core.v3.DataSource;
 'envoy.config.core.v3.DnsResolutionConfig': envoy.config.core.v3.DnsResolutionConfig;
 'envoy.config.core.v3.DnsResolverOptions': envoy.config.core.v3.DnsResolverOptions;
 'envoy.config.core.v3.EnvoyInternalAddress': envoy.config.core.v3.EnvoyInternalAddress;
 'envoy.config.core.v3.EventServiceConfig': envoy.config.core.v3.EventServiceConfig;
 'envoy.config.core.v3.Extension': envoy.config.core.v3.Extension;
 'envoy.config.core.v3.ExtensionConfigSource': envoy.config.core.v3.ExtensionConfigSource;
 'envoy.config.core.v3.ExtraSourceAddress': envoy.config.core.v3.ExtraSourceAddress;
 'envoy.config.core.v3.GrpcMethodList': envoy.config.core.v3.GrpcMethodList;
 'envoy.config.core.v3.GrpcMethodList.Service': envoy.config.core.v3.GrpcMethodList.Service;
 'envoy.config.core.v3.GrpcProtocolOptions': envoy.config.core.v3.GrpcProtocolOptions;
 'envoy.config.core.v3.GrpcService': envoy.config.core.v3.GrpcService;
 'envoy.config.core.v3.GrpcService.EnvoyGrpc': envoy.config.core.v3.GrpcService.EnvoyGrpc;
 'envoy.config.core.v3.GrpcService.GoogleGrpc': envoy.config.core.v3.GrpcService.GoogleGrpc;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials': envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials.GoogleIAMCredentials': envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials.GoogleIAMCredentials;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials.MetadataCredentialsFromPlugin': envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials.MetadataCredentialsFromPlugin;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials.ServiceAccountJWTAccessCredentials': envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials.ServiceAccountJWTAccessCredentials;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials.StsService': envoy.config.core.v3.GrpcService.GoogleGrpc.CallCredentials.StsService;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.ChannelArgs': envoy.config.core.v3.GrpcService.GoogleGrpc.ChannelArgs;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.ChannelArgs.Value': envoy.config.core.v3.GrpcService.GoogleGrpc.ChannelArgs.Value;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.ChannelCredentials': envoy.config.core.v3.GrpcService.GoogleGrpc.ChannelCredentials;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.GoogleLocalCredentials': envoy.config.core.v3.GrpcService.GoogleGrpc.GoogleLocalCredentials;
 'envoy.config.core.v3.GrpcService.GoogleGrpc.SslCredentials': envoy.config.core.v3.GrpcService.GoogleGrpc.SslCredentials;
 'envoy.config.core.v3.HeaderMap': envoy.config.core.v3.HeaderMap;
 'envoy.config.core.v3.HeaderValue': envoy.config.core.v3.HeaderValue;
 'envoy.config.core.v3.HeaderValueOption': envoy.config.core.v3.HeaderValueOption;
 'envoy.config.core.v3.HealthCheck': envoy.config.core.v3.HealthCheck;
 'envoy.config.core.v3.HealthCheck.CustomHealthCheck': envoy.config.core.v3.HealthCheck.CustomHealthCheck;
 'envoy.config.core.v3.HealthCheck.GrpcHealthCheck': envoy.config.core.v3.HealthCheck.GrpcHealthCheck;
 'envoy.config.core.v3.HealthCheck.HttpHealthCheck': envoy.config.core.v3.HealthCheck.HttpHealthCheck;
 'envoy.config.core.v3.HealthCheck.Payload': envoy.config.core.v3.HealthCheck.Payload;
 'envoy.config.core.v3.HealthCheck.RedisHealthCheck': envoy.config.core.v3.HealthCheck.RedisHealthCheck;
 'envoy.config.core.v3.HealthCheck.TcpHealthCheck': envoy.config.core.v3.HealthCheck.TcpHealthCheck;
 'envoy.config.core.v3.HealthCheck.TlsOptions': envoy.config.core.v3.HealthCheck.TlsOptions;
 'envoy.config.core.v3.HealthStatusSet': envoy.config.core.v3.HealthStatusSet;
 'envoy.config.core.v3.Http1ProtocolOptions': envoy.config.core.v3.Http1ProtocolOptions;
 'envoy.config.core.v3.Http1ProtocolOptions.HeaderKeyFormat': envoy.config.core.v3.Http1ProtocolOptions.HeaderKeyFormat;
 'envoy.config.core.v3.Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords': envoy.config.core.v3.Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords;
 'envoy.config.core.v3.Http2ProtocolOptions': envoy.config.core.v3.Http2ProtocolOptions;
 'envoy.config.core.v3.Http2ProtocolOptions.SettingsParameter': envoy.config.core.v3.Http2ProtocolOptions.SettingsParameter;
 'envoy.config.core.v3.Http3ProtocolOptions': envoy.config.core.v3.Http3ProtocolOptions;
 'envoy.config.core.v3.HttpProtocolOptions': envoy.config.core.v3.HttpProtocolOptions;
 'envoy.config.core.v3.HttpService': envoy.config.core.v3.HttpService;
 'envoy.config.core.v3.HttpUri': envoy.config.core.v3.HttpUri;
 'envoy.config.core.v3.JsonFormatOptions': envoy.config.core.v3.JsonFormatOptions;
 'envoy.config.core.v3.KeepaliveSettings': envoy.config.core.v3.KeepaliveSettings;
 'envoy.config.core.v3.KeyValue': envoy.config.core.v3.KeyValue;
 'envoy.config.core.v3.KeyValueAppend': envoy.config.core.v3.KeyValueAppend;
 'envoy.config.core.v3.KeyValueMutation': envoy.config.core.v3.KeyValueMutation;
 'envoy.config.core.v3.KeyValuePair': envoy.config.core.v3.KeyValuePair;
 'envoy.config.core.v3.Locality': envoy.config.core.v3.Locality;
 'envoy.config.core.v3.Metadata': envoy.config.core.v3.Metadata;
 'envoy.config.core.v3.Node': envoy.config.core.v3.Node;
 'envoy.config.core.v3.PathConfigSource': envoy.config.core.v3.PathConfigSource;
 'envoy.config.core.v3.PerHostConfig': envoy.config.core.v3.PerHostConfig;
 'envoy.config.core.v3.Pipe': envoy.config.core.v3.Pipe;
 'envoy.config.core.v3.ProxyProtocolConfig': envoy.config.core.v3.ProxyProtocolConfig;
 'envoy.config.core.v3.ProxyProtocolPassThroughTLVs': envoy.config.core.v3.ProxyProtocolPassThroughTLVs;
 'envoy.config.core.v3.QueryParameter': envoy.config.core.v3.QueryParameter;
 'envoy.config.core.v3.QuicKeepAliveSettings': envoy.config.core.v3.QuicKeepAliveSettings;
 'envoy.config.core.v3.QuicProtocolOptions': envoy.config.core.v3.QuicProtocolOptions;
 'envoy.config.core.v3.QuicProtocolOptions.ConnectionMigrationSettings': envoy.config.core.v3.QuicProtocolOptions.ConnectionMigrationSettings;
 'envoy.config.core.v3.QuicProtocolOptions.ConnectionMigrationSettings.MigrateIdleConnectionSettings': envoy.config.core.v3.QuicProtocolOptions.ConnectionMigrationSettings.MigrateIdleConnectionSettings;
 'envoy.config.core.v3.RateLimitSettings': envoy.config.core.v3.RateLimitSettings;
 'envoy.config.core.v3.RemoteDataSource': envoy.config.core.v3.RemoteDataSource;
 'envoy.config.core.v3.RetryPolicy': envoy.config.core.v3.RetryPolicy;
 'envoy.config.core.v3.RetryPolicy.RetryHostPredicate': envoy.config.core.v3.RetryPolicy.RetryHostPredicate;
 'envoy.config.core.v3.RetryPolicy.RetryPriority': envoy.config.core.v3.RetryPolicy.RetryPriority;
 'envoy.config.core.v3.RuntimeDouble': envoy.config.core.v3.RuntimeDouble;
 'envoy.config.core.v3.RuntimeFeatureFlag': envoy.config.core.v3.RuntimeFeatureFlag;
 'envoy.config.core.v3.RuntimeFractionalPercent': envoy.config.core.v3.RuntimeFractionalPercent;
 'envoy.config.core.v3.RuntimePercent': envoy.config.core.v3.RuntimePercent;
 'envoy.config.core.v3.RuntimeUInt32': envoy.config.core.v3.RuntimeUInt32;
 'envoy.config.core.v3.RuntimeUInt64': envoy.config.core.v3.RuntimeUInt64;
 'envoy.config.core.v3.SchemeHeaderTransformation': envoy.config.core.v3.SchemeHeaderTransformation;
 'envoy.config.core.v3.SelfConfigSource': envoy.config.core.v3.SelfConfigSource;
 'envoy.config.core.v3.SocketAddress': envoy.config.core.v3.SocketAddress;
 'envoy.config.core.v3.SocketCmsgHeaders': envoy.config.core.v3.SocketCmsgHeaders;
 'envoy.config.core.v3.SocketOption': envoy.config.core.v3.SocketOption;
 'envoy.config.core.v3.SocketOption.SocketType': envoy.config.core.v3.SocketOption.SocketType;
 'envoy.config.core.v3.SocketOption.SocketType.Datagram': envoy.config.core.v3.SocketOption.SocketType.Datagram;
 'envoy.config.core.v3.SocketOption.SocketType.Stream': envoy.config.core.v3.SocketOption.SocketType.Stream;
 'envoy.config.core.v3.SocketOptionsOverride': envoy.config.core.v3.SocketOptionsOverride;
 'envoy.config.core.v3.SubstitutionFormatString': envoy.config.core.v3.SubstitutionFormatString;
 'envoy.config.core.v3.TcpKeepalive': envoy.config.core.v3.TcpKeepalive;
 'envoy.config.core.v3.TcpProtocolOptions': envoy.config.core.v3.TcpProtocolOptions;
 'envoy.config.core.v3.TlvEntry': envoy.config.core.v3.TlvEntry;
 'envoy.config.core.v3.TransportSocket': envoy.config.core.v3.TransportSocket;
 'envoy.config.core.v3.TypedExtensionConfig': envoy.config.core.v3.TypedExtensionConfig;
 'envoy.config.core.v3.UdpSocketConfig': envoy.config.core.v3.UdpSocketConfig;
 'envoy.config.core.v3.UpstreamHttpProtocolOptions': envoy.config.core.v3.UpstreamHttpProtocolOptions;
 'envoy.config.core.v3.WatchedDirectory': envoy.config.core.v3.WatchedDirectory;
 'envoy.config.endpoint.v3.ClusterLoadAssignment': envoy.config.endpoint.v3.ClusterLoadAssignment;
 'envoy.config.endpoint.v3.ClusterLoadAssignment.Policy': envoy.config.endpoint.v3.ClusterLoadAssignment.Policy;
 'envoy.config.endpoint.v3.ClusterLoadAssignment.Policy.DropOverload': envoy.config.endpoint.v3.ClusterLoadAssignment.Policy.DropOverload;
 'envoy.config.endpoint.v3.ClusterStats': envoy.config.endpoint.v3.ClusterStats;
 'envoy.config.endpoint.v3.ClusterStats.DroppedRequests': envoy.config.endpoint.v3.ClusterStats.DroppedRequests;
 'envoy.config.endpoint.v3.Endpoint': envoy.config.endpoint.v3.Endpoint;
 'envoy.config.endpoint.v3.Endpoint.AdditionalAddress': envoy.config.endpoint.v3.Endpoint.AdditionalAddress;
 'envoy.config.endpoint.v3.Endpoint.HealthCheckConfig': envoy.config.endpoint.v3.Endpoint.HealthCheckConfig;
 'envoy.config.endpoint.v3.EndpointLoadMetricStats': envoy.config.endpoint.v3.EndpointLoadMetricStats;
 'envoy.config.endpoint.v3.LbEndpoint': envoy.config.endpoint.v3.LbEndpoint;
 'envoy.config.endpoint.v3.LbEndpointCollection': envoy.config.endpoint.v3.LbEndpointCollection;
 'envoy.config.endpoint.v3.LedsClusterLocalityConfig': envoy.config.endpoint.v3.LedsClusterLocalityConfig;
 'envoy.config.endpoint.v3.LocalityLbEndpoints': envoy.config.endpoint.v3.LocalityLbEndpoints;
 'envoy.config.endpoint.v3.LocalityLbEndpoints.LbEndpointList': envoy.config.endpoint.v3.LocalityLbEndpoints.LbEndpointList;
 'envoy.config.endpoint.v3.UnnamedEndpointLoadMetricStats': envoy.config.endpoint.v3.UnnamedEndpointLoadMetricStats;
 'envoy.config.endpoint.v3.UpstreamEndpointStats': envoy.config.endpoint.v3.UpstreamEndpointStats;
 'envoy.config.endpoint.v3.UpstreamLocalityStats': envoy.config.endpoint.v3.UpstreamLocalityStats;
 'envoy.config.grpc_credential.v3.FileBasedMetadataConfig': envoy.config.grpc_credential.v3.FileBasedMetadataConfig;
 'envoy.config.listener.v3.ActiveRawUdpListenerConfig': envoy.config.listener.v3.ActiveRawUdpListenerConfig;
 'envoy.config.listener.v3.AdditionalAddress': envoy.config.listener.v3.AdditionalAddress;
 'envoy.config.listener.v3.ApiListener': envoy.config.listener.v3.ApiListener;
 'envoy.config.listener.v3.Filter': envoy.config.listener.v3.Filter;
 'envoy.config.listener.v3.FilterChain': envoy.config.listener.v3.FilterChain;
 'envoy.config.listener.v3.FilterChainMatch': envoy.config.listener.v3.FilterChainMatch;
 'envoy.config.listener.v3.Listener': envoy.config.listener.v3.Listener;
 'envoy.config.listener.v3.Listener.ConnectionBalanceConfig': envoy.config.listener.v3.Listener.ConnectionBalanceConfig;
 'envoy.config.listener.v3.Listener.ConnectionBalanceConfig.CpuLocalityBalance': envoy.config.listener.v3.Listener.ConnectionBalanceConfig.CpuLocalityBalance;
 'envoy.config.listener.v3.Listener.ConnectionBalanceConfig.ExactBalance': envoy.config.listener.v3.Listener.ConnectionBalanceConfig.ExactBalance;
 'envoy.config.listener.v3.Listener.DeprecatedV1': envoy.config.listener.v3.Listener.DeprecatedV1;
 'envoy.config.listener.v3.Listener.FcdsConfig': envoy.config.listener.v3.Listener.FcdsConfig;
 'envoy.config.listener.v3.Listener.InternalListenerConfig': envoy.config.listener.v3.Listener.InternalListenerConfig;
 'envoy.config.listener.v3.ListenerCollection': envoy.config.listener.v3.ListenerCollection;
 'envoy.config.listener.v3.ListenerFilter': envoy.config.listener.v3.ListenerFilter;
 'envoy.config.listener.v3.ListenerFilterChainMatchPredicate': envoy.config.listener.v3.ListenerFilterChainMatchPredicate;
 'envoy.config.listener.v3.ListenerFilterChainMatchPredicate.MatchSet': envoy.config.listener.v3.ListenerFilterChainMatchPredicate.MatchSet;
 'envoy.config.listener.v3.QuicProtocolOptions': envoy.config.listener.v3.QuicProtocolOptions;
 'envoy.config.listener.v3.UdpListenerConfig': envoy.config.listener.v3.UdpListenerConfig;
 'envoy.config.metrics.v3.DogStatsdSink': envoy.config.metrics.v3.DogStatsdSink;
 'envoy.config.metrics.v3.HistogramBucketSettings': envoy.config.metrics.v3.HistogramBucketSettings;
 'envoy.config.metrics.v3.HystrixSink': envoy.config.metrics.v3.HystrixSink;
 'envoy.config.metrics.v3.MetricsServiceConfig': envoy.config.metrics.v3.MetricsServiceConfig;
 'envoy.config.metrics.v3.StatsConfig': envoy.config.metrics.v3.StatsConfig;
 'envoy.config.metrics.v3.StatsMatcher': envoy.config.metrics.v3.StatsMatcher;
 'envoy.config.metrics.v3.StatsSink': envoy.config.metrics.v3.StatsSink;
 'envoy.config.metrics.v3.StatsdSink': envoy.config.metrics.v3.StatsdSink;
 'envoy.config.metrics.v3.TagSpecifier': envoy.config.metrics.v3.TagSpecifier;
 'envoy.config.overload.v3.BufferFactoryConfig': envoy.config.overload.v3.BufferFactoryConfig;
 'envoy.config.overload.v3.LoadShedPoint': envoy.config.overload.v3.LoadShedPoint;
 'envoy.config.overload.v3.OverloadAction': envoy.config.overload.v3.OverloadAction;
 'envoy.config.overload.v3.OverloadManager': envoy.config.overload.v3.OverloadManager;
 'envoy.config.overload.v3.ResourceMonitor': envoy.config.overload.v3.ResourceMonitor;
 'envoy.config.overload.v3.ScaleTimersOverloadActionConfig': envoy.config.overload.v3.ScaleTimersOverloadActionConfig;
 'envoy.config.overload.v3.ScaleTimersOverloadActionConfig.ScaleTimer': envoy.config.overload.v3.ScaleTimersOverloadActionConfig.ScaleTimer;
 'envoy.config.overload.v3.ScaledTrigger': envoy.config.overload.v3.ScaledTrigger;
 'envoy.config.overload.v3.ShrinkHeapConfig': envoy.config.overload.v3.ShrinkHeapConfig;
 'envoy.config.overload.v3.ThresholdTrigger': envoy.config.overload.v3.ThresholdTrigger;
 'envoy.config.overload.v3.Trigger': envoy.config.overload.v3.Trigger;
 'envoy.config.ratelimit.v3.RateLimitServiceConfig': envoy.config.ratelimit.v3.RateLimitServiceConfig;
 'envoy.config.rbac.v3.Action': envoy.config.rbac.v3.Action;
 'envoy.config.rbac.v3.Permission': envoy.config.rbac.v3.Permission;
 'envoy.config.rbac.v3.Permission.Set': envoy.config.rbac.v3.Permission.Set;
 'envoy.config.rbac.v3.Policy': envoy.config.rbac.v3.Policy;
 'envoy.config.rbac.v3.Principal': envoy.config.rbac.v3.Principal;
 'envoy.config.rbac.v3.Principal.Authenticated': envoy.config.rbac.v3.Principal.Authenticated;
 'envoy.config.rbac.v3.Principal.Set': envoy.config.rbac.v3.Principal.Set;
 'envoy.config.rbac.v3.RBAC': envoy.config.rbac.v3.RBAC;
 'envoy.config.rbac.v3.RBAC.AuditLoggingOptions': envoy.config.rbac.v3.RBAC.AuditLoggingOptions;
 'envoy.config.rbac.v3.RBAC.AuditLoggingOptions.AuditLoggerConfig': envoy.config.rbac.v3.RBAC.AuditLoggingOptions.AuditLoggerConfig;
 'envoy.config.rbac.v3.SourcedMetadata': envoy.config.rbac.v3.SourcedMetadata;
 'envoy.config.route.v3.ClusterSpecifierPlugin': envoy.config.route.v3.ClusterSpecifierPlugin;
 'envoy.config.route.v3.CookieMatcher': envoy.config.route.v3.CookieMatcher;
 'envoy.config.route.v3.CorsPolicy': envoy.config.route.v3.CorsPolicy;
 'envoy.config.route.v3.Decorator': envoy.config.route.v3.Decorator;
 'envoy.config.route.v3.DirectResponseAction': envoy.config.route.v3.DirectResponseAction;
 'envoy.config.route.v3.FilterAction': envoy.config.route.v3.FilterAction;
 'envoy.config.route.v3.FilterConfig': envoy.config.route.v3.FilterConfig;
 'envoy.config.route.v3.HeaderMatcher': envoy.config.route.v3.HeaderMatcher;
 'envoy.config.route.v3.HedgePolicy': envoy.config.route.v3.HedgePolicy;
 'envoy.config.route.v3.InternalRedirectPolicy': envoy.config.route.v3.InternalRedirectPolicy;
 'envoy.config.route.v3.NonForwardingAction': envoy.config.route.v3.NonForwardingAction;
 'envoy.config.route.v3.QueryParameterMatcher': envoy.config.route.v3.QueryParameterMatcher;
 'envoy.config.route.v3.RateLimit': envoy.config.route.v3.RateLimit;
 'envoy.config.route.v3.RateLimit.Action': envoy.config.route.v3.RateLimit.Action;
 'envoy.config.route.v3.RateLimit.Action.DestinationCluster': envoy.config.route.v3.RateLimit.Action.DestinationCluster;
 'envoy.config.route.v3.RateLimit.Action.DynamicMetaData': envoy.config.route.v3.RateLimit.Action.DynamicMetaData;
 'envoy.config.route.v3.RateLimit.Action.GenericKey': envoy.config.route.v3.RateLimit.Action.GenericKey;
 'envoy.config.route.v3.RateLimit.Action.HeaderValueMatch': envoy.config.route.v3.RateLimit.Action.HeaderValueMatch;
 'envoy.config.route.v3.RateLimit.Action.MaskedRemoteAddress': envoy.config.route.v3.RateLimit.Action.MaskedRemoteAddress;
 'envoy.config.route.v3.RateLimit.Action.MetaData': envoy.config.route.v3.RateLimit.Action.MetaData;
 'envoy.config.route.v3.RateLimit.Action.QueryParameterValueMatch': envoy.config.route.v3.RateLimit.Action.QueryParameterValueMatch;
 'envoy.config.route.v3.RateLimit.Action.QueryParameters': envoy.config.route.v3.RateLimit.Action.QueryParameters;
 'envoy.config.route.v3.RateLimit.Action.RemoteAddress': envoy.config.route.v3.RateLimit.Action.RemoteAddress;
 'envoy.config.route.v3.RateLimit.Action.RemoteAddressMatch': envoy.config.route.v3.RateLimit.Action.RemoteAddressMatch;
 'envoy.config.route.v3.RateLimit.Action.RequestHeaders': envoy.config.route.v3.RateLimit.Action.RequestHeaders;
 'envoy.config.route.v3.RateLimit.Action.SourceCluster': envoy.config.route.v3.RateLimit.Action.SourceCluster;
 'envoy.config.route.v3.RateLimit.HitsAddend': envoy.config.route.v3.RateLimit.HitsAddend;
 'envoy.config.route.v3.RateLimit.Override': envoy.config.route.v3.RateLimit.Override;
 'envoy.config.route.v3.RateLimit.Override.DynamicMetadata': envoy.config.route.v3.RateLimit.Override.DynamicMetadata;
 'envoy.config.route.v3.RateLimit.Override.RateLimitOverride': envoy.config.route.v3.RateLimit.Override.RateLimitOverride;
 'envoy.config.route.v3.RedirectAction': envoy.config.route.v3.RedirectAction;
 'envoy.config.route.v3.RetryPolicy': envoy.config.route.v3.RetryPolicy;
 'envoy.config.route.v3.RetryPolicy.RateLimitedRetryBackOff': envoy.config.route.v3.RetryPolicy.RateLimitedRetryBackOff;
 'envoy.config.route.v3.RetryPolicy.ResetHeader': envoy.config.route.v3.RetryPolicy.ResetHeader;
 'envoy.config.route.v3.RetryPolicy.RetryBackOff': envoy.config.route.v3.RetryPolicy.RetryBackOff;
 'envoy.config.route.v3.RetryPolicy.RetryHostPredicate': envoy.config.route.v3.RetryPolicy.RetryHostPredicate;
 'envoy.config.route.v3.RetryPolicy.RetryPriority': envoy.config.route.v3.RetryPolicy.RetryPriority;
 'envoy.config.route.v3.Route': envoy.config.route.v3.Route;
 'envoy.config.route.v3.RouteAction': envoy.config.route.v3.RouteAction;
 'envoy.config.route.v3.RouteAction.HashPolicy': envoy.config.route.v3.RouteAction.HashPolicy;
 'envoy.config.route.v3.RouteAction.HashPolicy.ConnectionProperties': envoy.config.route.v3.RouteAction.HashPolicy.ConnectionProperties;
 'envoy.config.route.v3.RouteAction.HashPolicy.Cookie': envoy.config.route.v3.RouteAction.HashPolicy.Cookie;
 'envoy.config.route.v3.RouteAction.HashPolicy.CookieAttribute': envoy.config.route.v3.RouteAction.HashPolicy.CookieAttribute;
 'envoy.config.route.v3.RouteAction.HashPolicy.FilterState': envoy.config.route.v3.RouteAction.HashPolicy.FilterState;
 'envoy.config.route.v3.RouteAction.HashPolicy.Header': envoy.config.route.v3.RouteAction.HashPolicy.Header;
 'envoy.config.route.v3.RouteAction.HashPolicy.QueryParameter': envoy.config.route.v3.RouteAction.HashPolicy.QueryParameter;
 'envoy.config.route.v3.RouteAction.MaxStreamDuration': envoy.config.route.v3.RouteAction.MaxStreamDuration;
 'envoy.config.route.v3.RouteAction.RequestMirrorPolicy': envoy.config.route.v3.RouteAction.RequestMirrorPolicy;
 'envoy.config.route.v3.RouteAction.UpgradeConfig': envoy.config.route.v3.RouteAction.UpgradeConfig;
 'envoy.config.route.v3.RouteAction.UpgradeConfig.ConnectConfig': envoy.config.route.v3.RouteAction.UpgradeConfig.ConnectConfig;
 'envoy.config.route.v3.RouteConfiguration': envoy.config.route.v3.RouteConfiguration;
 'envoy.config.route.v3.RouteList': envoy.config.route.v3.RouteList;
 'envoy.config.route.v3.RouteMatch': envoy.config.route.v3.RouteMatch;
 'envoy.config.route.v3.RouteMatch.ConnectMatcher': envoy.config.route.v3.RouteMatch.ConnectMatcher;
 'envoy.config.route.v3.RouteMatch.GrpcRouteMatchOptions': envoy.config.route.v3.RouteMatch.GrpcRouteMatchOptions;
 'envoy.config.route.v3.RouteMatch.TlsContextMatchOptions': envoy.config.route.v3.RouteMatch.TlsContextMatchOptions;
 'envoy.config.route.v3.ScopedRouteConfiguration': envoy.config.route.v3.ScopedRouteConfiguration;
 'envoy.config.route.v3.ScopedRouteConfiguration.Key': envoy.config.route.v3.ScopedRouteConfiguration.Key;
 'envoy.config.route.v3.ScopedRouteConfiguration.Key.Fragment': envoy.config.route.v3.ScopedRouteConfiguration.Key.Fragment;
 'envoy.config.route.v3.Tracing': envoy.config.route.v3.Tracing;
 'envoy.config.route.v3.Vhds': envoy.config.route.v3.Vhds;
 'envoy.config.route.v3.VirtualCluster': envoy.config.route.v3.VirtualCluster;
 'envoy.config.route.v3.VirtualHost': envoy.config.route.v3.VirtualHost;
 'envoy.config.route.v3.WeightedCluster': envoy.config.route.v3.WeightedCluster;
 'envoy.config.route.v3.WeightedCluster.ClusterWeight': envoy.config.route.v3.WeightedCluster.ClusterWeight;
 'envoy.config.tap.v3.BufferedAdminSink': envoy.config.tap.v3.BufferedAdminSink;
 'envoy.config.tap.v3.FilePerTapSink': envoy.config.tap.v3.FilePerTapSink;
 'envoy.config.tap.v3.HttpGenericBodyMatch': envoy.config.tap.v3.HttpGenericBodyMatch;
 'envoy.config.tap.v3.HttpGenericBodyMatch.GenericTextMatch': envoy.config.tap.v3.HttpGenericBodyMatch.GenericTextMatch;
 'envoy.config.tap.v3.HttpHeadersMatch': envoy.config.tap.v3.HttpHeadersMatch;
 'envoy.config.tap.v3.MatchPredicate': envoy.config.tap.v3.MatchPredicate;
 'envoy.config.tap.v3.MatchPredicate.MatchSet': envoy.config.tap.v3.MatchPredicate.MatchSet;
 'envoy.config.tap.v3.OutputConfig': envoy.config.tap.v3.OutputConfig;
 'envoy.config.tap.v3.OutputSink': envoy.config.tap.v3.OutputSink;
 'envoy.config.tap.v3.StreamingAdminSink': envoy.config.tap.v3.StreamingAdminSink;
 'envoy.config.tap.v3.StreamingGrpcSink': envoy.config.tap.v3.StreamingGrpcSink;
 'envoy.config.tap.v3.TapConfig': envoy.config.tap.v3.TapConfig;
 'envoy.config.trace.v3.ClientConfig': envoy.config.trace.v3.ClientConfig;
 'envoy.config.trace.v3.DatadogConfig': envoy.config.trace.v3.DatadogConfig;
 'envoy.config.trace.v3.DatadogRemoteConfig': envoy.config.trace.v3.DatadogRemoteConfig;
 'envoy.config.trace.v3.DynamicOtConfig': envoy.config.trace.v3.DynamicOtConfig;
 'envoy.config.trace.v3.LightstepConfig': envoy.config.trace.v3.LightstepConfig;
 'envoy.config.trace.v3.OpenTelemetryConfig': envoy.config.trace.v3.OpenTelemetryConfig;
 'envoy.config.trace.v3.SkyWalkingConfig': envoy.config.trace.v3.SkyWalkingConfig;
 'envoy.config.trace.v3.TraceServiceConfig': envoy.config.trace.v3.TraceServiceConfig;
 'envoy.config.trace.v3.Tracing': envoy.config.trace.v3.Tracing;
 'envoy.config.trace.v3.Tracing.Http': envoy.config.trace.v3.Tracing.Http;
 'envoy.config.trace.v3.XRayConfig': envoy.config.trace.v3.XRayConfig;
 'envoy.config.trace.v3.XRayConfig.SegmentFields': envoy.config.trace.v3.XRayConfig.SegmentFields;
 'envoy.config.trace.v3.ZipkinConfig': envoy.config.trace.v3.ZipkinConfig;
 'envoy.config.upstream.local_address_selector.v3.DefaultLocalAddressSelector': envoy.config.upstream.local_address_selector.v3.DefaultLocalAddressSelector;
 'envoy.data.accesslog.v3.AccessLogCommon': envoy.data.accesslog.v3.AccessLogCommon;
 'envoy.data.accesslog.v3.ConnectionProperties': envoy.data.accesslog.v3.ConnectionProperties;
 'envoy.data.accesslog.v3.HTTPAccessLogEntry': envoy.data.accesslog.v3.HTTPAccessLogEntry;
 'envoy.data.accesslog.v3.HTTPRequestProperties': envoy.data.accesslog.v3.HTTPRequestProperties;
 'envoy.data.accesslog.v3.HTTPResponseProperties': envoy.data.accesslog.v3.HTTPResponseProperties;
 'envoy.data.accesslog.v3.ResponseFlags': envoy.data.accesslog.v3.ResponseFlags;
 'envoy.data.accesslog.v3.ResponseFlags.Unauthorized': envoy.data.accesslog.v3.ResponseFlags.Unauthorized;
 'envoy.data.accesslog.v3.TCPAccessLogEntry': envoy.data.accesslog.v3.TCPAccessLogEntry;
 'envoy.data.accesslog.v3.TLSProperties': envoy.data.accesslog.v3.TLSProperties;
 'envoy.data.accesslog.v3.TLSProperties.CertificateProperties': envoy.data.accesslog.v3.TLSProperties.CertificateProperties;
 'envoy.data.accesslog.v3.TLSProperties.CertificateProperties.SubjectAltName': envoy.data.accesslog.v3.TLSProperties.CertificateProperties.SubjectAltName;
 'envoy.data.ai.v3.InputTokenDetails': envoy.data.ai.v3.InputTokenDetails;
 'envoy.data.ai.v3.OutputTokenDetails': envoy.data.ai.v3.OutputTokenDetails;
 'envoy.data.ai.v3.RequestInfo': envoy.data.ai.v3.RequestInfo;
 'envoy.data.ai.v3.TokenUsage': envoy.data.ai.v3.TokenUsage;
 'envoy.data.cluster.v3.OutlierDetectionEvent': envoy.data.cluster.v3.OutlierDetectionEvent;
 'envoy.data.cluster.v3.OutlierEjectConsecutive': envoy.data.cluster.v3.OutlierEjectConsecutive;
 'envoy.data.cluster.v3.OutlierEjectFailurePercentage': envoy.data.cluster.v3.OutlierEjectFailurePercentage;
 'envoy.data.cluster.v3.OutlierEjectSuccessRate': envoy.data.cluster.v3.OutlierEjectSuccessRate;
 'envoy.data.core.v3.DegradedHealthyHost': envoy.data.core.v3.DegradedHealthyHost;
 'envoy.data.core.v3.HealthCheckAddHealthy': envoy.data.core.v3.HealthCheckAddHealthy;
 'envoy.data.core.v3.HealthCheckEjectUnhealthy': envoy.data.core.v3.HealthCheckEjectUnhealthy;
 'envoy.data.core.v3.HealthCheckEvent': envoy.data.core.v3.HealthCheckEvent;
 'envoy.data.core.v3.HealthCheckFailure': envoy.data.core.v3.HealthCheckFailure;
 'envoy.data.core.v3.HealthCheckSuccessful': envoy.data.core.v3.HealthCheckSuccessful;
 'envoy.data.core.v3.NoLongerDegradedHost': envoy.data.core.v3.NoLongerDegradedHost;
 'envoy.data.core.v3.TlvsMetadata': envoy.data.core.v3.TlvsMetadata;
 'envoy.data.dns.v3.DnsTable': envoy.data.dns.v3.DnsTable;
 'envoy.data.dns.v3.DnsTable.AddressList': envoy.data.dns.v3.DnsTable.AddressList;
 'envoy.data.dns.v3.DnsTable.DnsEndpoint': envoy.data.dns.v3.DnsTable.DnsEndpoint;
 'envoy.data.dns.v3.DnsTable.DnsService': envoy.data.dns.v3.DnsTable.DnsService;
 'envoy.data.dns.v3.DnsTable.DnsServiceList': envoy.data.dns.v3.DnsTable.DnsServiceList;
 'envoy.data.dns.v3.DnsTable.DnsServiceProtocol': envoy.data.dns.v3.DnsTable.DnsServiceProtocol;
 'envoy.data.dns.v3.DnsTable.DnsServiceTarget': envoy.data.dns.v3.DnsTable.DnsServiceTarget;
 'envoy.data.dns.v3.DnsTable.DnsVirtualDomain': envoy.data.dns.v3.DnsTable.DnsVirtualDomain;
 'envoy.data.tap.v3.Body': envoy.data.tap.v3.Body;
 'envoy.data.tap.v3.Connection': envoy.data.tap.v3.Connection;
 'envoy.data.tap.v3.HttpBufferedTrace': envoy.data.tap.v3.HttpBufferedTrace;
 'envoy.data.tap.v3.HttpBufferedTrace.Message': envoy.data.tap.v3.HttpBufferedTrace.Message;
 'envoy.data.tap.v3.HttpStreamedTraceSegment': envoy.data.tap.v3.HttpStreamedTraceSegment;
 'envoy.data.tap.v3.SocketBufferedTrace': envoy.data.tap.v3.SocketBufferedTrace;
 'envoy.data.tap.v3.SocketEvent': envoy.data.tap.v3.SocketEvent;
 'envoy.data.tap.v3.SocketEvent.Closed': envoy.data.tap.v3.SocketEvent.Closed;
 'envoy.data.tap.v3.SocketEvent.Read': envoy.data.tap.v3.SocketEvent.Read;
 'envoy.data.tap.v3.SocketEvent.Write': envoy.data.tap.v3.SocketEvent.Write;
 'envoy.data.tap.v3.SocketEvents': envoy.data.tap.v3.SocketEvents;
 'envoy.data.tap.v3.SocketStreamedTraceSegment': envoy.data.tap.v3.SocketStreamedTraceSegment;
 'envoy.data.tap.v3.TraceWrapper': envoy.data.tap.v3.TraceWrapper;
 'envoy.extensions.access_loggers.dynamic_modules.v3.DynamicModuleAccessLog': envoy.extensions.access_loggers.dynamic_modules.v3.DynamicModuleAccessLog;
 'envoy.extensions.access_loggers.file.v3.FileAccessLog': envoy.extensions.access_loggers.file.v3.FileAccessLog;
 'envoy.extensions.access_loggers.filters.cel.v3.ExpressionFilter': envoy.extensions.access_loggers.filters.cel.v3.ExpressionFilter;
 'envoy.extensions.access_loggers.filters.process_ratelimit.v3.DynamicTokenBucket': envoy.extensions.access_loggers.filters.process_ratelimit.v3.DynamicTokenBucket;
 'envoy.extensions.access_loggers.filters.process_ratelimit.v3.ProcessRateLimitFilter': envoy.extensions.access_loggers.filters.process_ratelimit.v3.ProcessRateLimitFilter;
 'envoy.extensions.access_loggers.fluentd.v3.FluentdAccessLogConfig': envoy.extensions.access_loggers.fluentd.v3.FluentdAccessLogConfig;
 'envoy.extensions.access_loggers.fluentd.v3.FluentdAccessLogConfig.RetryOptions': envoy.extensions.access_loggers.fluentd.v3.FluentdAccessLogConfig.RetryOptions;
 'envoy.extensions.access_loggers.grpc.v3.CommonGrpcAccessLogConfig': envoy.extensions.access_loggers.grpc.v3.CommonGrpcAccessLogConfig;
 'envoy.extensions.access_loggers.grpc.v3.HttpGrpcAccessLogConfig': envoy.extensions.access_loggers.grpc.v3.HttpGrpcAccessLogConfig;
 'envoy.extensions.access_loggers.grpc.v3.TcpGrpcAccessLogConfig': envoy.extensions.access_loggers.grpc.v3.TcpGrpcAccessLogConfig;
 'envoy.extensions.access_loggers.open_telemetry.v3.OpenTelemetryAccessLogConfig': envoy.extensions.access_loggers.open_telemetry.v3.OpenTelemetryAccessLogConfig;
 'envoy.extensions.access_loggers.stats.v3.Config': envoy.extensions.access_loggers.stats.v3.Config;
 'envoy.extensions.access_loggers.stats.v3.Config.Counter': envoy.extensions.access_loggers.stats.v3.Config.Counter;
 'envoy.extensions.access_loggers.stats.v3.Config.Gauge': envoy.extensions.access_loggers.stats.v3.Config.Gauge;
 'envoy.extensions.access_loggers.stats.v3.Config.Gauge.PairedAddSubtract': envoy.extensions.access_loggers.stats.v3.Config.Gauge.PairedAddSubtract;
 'envoy.extensions.access_loggers.stats.v3.Config.Gauge.Set': envoy.extensions.access_loggers.stats.v3.Config.Gauge.Set;
 'envoy.extensions.access_loggers.stats.v3.Config.Histogram': envoy.extensions.access_loggers.stats.v3.Config.Histogram;
 'envoy.extensions.access_loggers.stats.v3.Config.Stat': envoy.extensions.access_loggers.stats.v3.Config.Stat;
 'envoy.extensions.access_loggers.stats.v3.Config.Tag': envoy.extensions.access_loggers.stats.v3.Config.Tag;
 'envoy.extensions.access_loggers.stream.v3.StderrAccessLog': envoy.extensions.access_loggers.stream.v3.StderrAccessLog;
 'envoy.extensions.access_loggers.stream.v3.StdoutAccessLog': envoy.extensions.access_loggers.stream.v3.StdoutAccessLog;
 'envoy.extensions.access_loggers.wasm.v3.WasmAccessLog': envoy.extensions.access_loggers.wasm.v3.WasmAccessLog;
 'envoy.extensions.bootstrap.dynamic_modules.v3.DynamicModuleBootstrapExtension': envoy.extensions.bootstrap.dynamic_modules.v3.DynamicModuleBootstrapExtension;
 'envoy.extensions.bootstrap.internal_listener.v3.InternalListener': envoy.extensions.bootstrap.internal_listener.v3.InternalListener;
 'envoy.extensions.bootstrap.reverse_tunnel.downstream_socket_interface.v3.DownstreamReverseConnectionSocketInterface': envoy.extensions.bootstrap.reverse_tunnel.downstream_socket_interface.v3.DownstreamReverseConnectionSocketInterface;
 'envoy.extensions.bootstrap.reverse_tunnel.downstream_socket_interface.v3.DownstreamReverseConnectionSocketInterface.HttpHandshakeConfig': envoy.extensions.bootstrap.reverse_tunnel.downstream_socket_interface.v3.DownstreamReverseConnectionSocketInterface.HttpHandshakeConfig;
 'envoy.extensions.bootstrap.reverse_tunnel.upstream_socket_interface.v3.UpstreamReverseConnectionSocketInterface': envoy.extensions.bootstrap.reverse_tunnel.upstream_socket_interface.v3.UpstreamReverseConnectionSocketInterface;
 'envoy.extensions.clusters.aggregate.v3.AggregateClusterResource': envoy.extensions.clusters.aggregate.v3.AggregateClusterResource;
 'envoy.extensions.clusters.aggregate.v3.ClusterConfig': envoy.extensions.clusters.aggregate.v3.ClusterConfig;
 'envoy.extensions.clusters.composite.v3.ClusterConfig': envoy.extensions.clusters.composite.v3.ClusterConfig;
 'envoy.extensions.clusters.composite.v3.ClusterConfig.ClusterEntry': envoy.extensions.clusters.composite.v3.ClusterConfig.ClusterEntry;
 'envoy.extensions.clusters.dns.v3.DnsCluster': envoy.extensions.clusters.dns.v3.DnsCluster;
 'envoy.extensions.clusters.dns.v3.DnsCluster.RefreshRate': envoy.extensions.clusters.dns.v3.DnsCluster.RefreshRate;
 'envoy.extensions.clusters.dynamic_forward_proxy.v3.ClusterConfig': envoy.extensions.clusters.dynamic_forward_proxy.v3.ClusterConfig;
 'envoy.extensions.clusters.dynamic_forward_proxy.v3.SubClustersConfig': envoy.extensions.clusters.dynamic_forward_proxy.v3.SubClustersConfig;
 'envoy.extensions.clusters.dynamic_modules.v3.ClusterConfig': envoy.extensions.clusters.dynamic_modules.v3.ClusterConfig;
 'envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig': envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig;
 'envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig.HeaderForwarding': envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig.HeaderForwarding;
 'envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig.McpBackend': envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig.McpBackend;
 'envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig.McpCluster': envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig.McpCluster;
 'envoy.extensions.clusters.original_dst.v3.OriginalDstCluster': envoy.extensions.clusters.original_dst.v3.OriginalDstCluster;
 'envoy.extensions.clusters.redis.v3.RedisClusterConfig': envoy.extensions.clusters.redis.v3.RedisClusterConfig;
 'envoy.extensions.clusters.reverse_connection.v3.ReverseConnectionClusterConfig': envoy.extensions.clusters.reverse_connection.v3.ReverseConnectionClusterConfig;
 'envoy.extensions.common.async_files.v3.AsyncFileManagerConfig': envoy.extensions.common.async_files.v3.AsyncFileManagerConfig;
 'envoy.extensions.common.async_files.v3.AsyncFileManagerConfig.ThreadPool': envoy.extensions.common.async_files.v3.AsyncFileManagerConfig.ThreadPool;
 'envoy.extensions.common.aws.v3.AssumeRoleCredentialProvider': envoy.extensions.common.aws.v3.AssumeRoleCredentialProvider;
 'envoy.extensions.common.aws.v3.AssumeRoleWithWebIdentityCredentialProvider': envoy.extensions.common.aws.v3.AssumeRoleWithWebIdentityCredentialProvider;
 'envoy.extensions.common.aws.v3.AwsCredentialProvider': envoy.extensions.common.aws.v3.AwsCredentialProvider;
 'envoy.extensions.common.aws.v3.ConfigCredentialProvider': envoy.extensions.common.aws.v3.ConfigCredentialProvider;
 'envoy.extensions.common.aws.v3.ContainerCredentialProvider': envoy.extensions.common.aws.v3.ContainerCredentialProvider;
 'envoy.extensions.common.aws.v3.CredentialsFileCredentialProvider': envoy.extensions.common.aws.v3.CredentialsFileCredentialProvider;
 'envoy.extensions.common.aws.v3.EnvironmentCredentialProvider': envoy.extensions.common.aws.v3.EnvironmentCredentialProvider;
 'envoy.extensions.common.aws.v3.IAMRolesAnywhereCredentialProvider': envoy.extensions.common.aws.v3.IAMRolesAnywhereCredentialProvider;
 'envoy.extensions.common.aws.v3.InlineCredentialProvider': envoy.extensions.common.aws.v3.InlineCredentialProvider;
 'envoy.extensions.common.aws.v3.InstanceProfileCredentialProvider': envoy.extensions.common.aws.v3.InstanceProfileCredentialProvider;
 'envoy.extensions.common.dynamic_forward_proxy.v3.DnsCacheCircuitBreakers': envoy.extensions.common.dynamic_forward_proxy.v3.DnsCacheCircuitBreakers;
 'envoy.extensions.common.dynamic_forward_proxy.v3.DnsCacheConfig': envoy.extensions.common.dynamic_forward_proxy.v3.DnsCacheConfig;
 'envoy.extensions.common.matching.v3.ExtensionWithMatcher': envoy.extensions.common.matching.v3.ExtensionWithMatcher;
 'envoy.extensions.common.matching.v3.ExtensionWithMatcherPerRoute': envoy.extensions.common.matching.v3.ExtensionWithMatcherPerRoute;
 'envoy.extensions.common.ratelimit.v3.LocalClusterRateLimit': envoy.extensions.common.ratelimit.v3.LocalClusterRateLimit;
 'envoy.extensions.common.ratelimit.v3.LocalRateLimitDescriptor': envoy.extensions.common.ratelimit.v3.LocalRateLimitDescriptor;
 'envoy.extensions.common.ratelimit.v3.RateLimitDescriptor': envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
 'envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.Entry': envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.Entry;
 'envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.RateLimitOverride': envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.RateLimitOverride;
 'envoy.extensions.common.tap.v3.AdminConfig': envoy.extensions.common.tap.v3.AdminConfig;
 'envoy.extensions.common.tap.v3.CommonExtensionConfig': envoy.extensions.common.tap.v3.CommonExtensionConfig;
 'envoy.extensions.compression.brotli.compressor.v3.Brotli': envoy.extensions.compression.brotli.compressor.v3.Brotli;
 'envoy.extensions.compression.brotli.decompressor.v3.Brotli': envoy.extensions.compression.brotli.decompressor.v3.Brotli;
 'envoy.extensions.compression.gzip.compressor.v3.Gzip': envoy.extensions.compression.gzip.compressor.v3.Gzip;
 'envoy.extensions.compression.gzip.decompressor.v3.Gzip': envoy.extensions.compression.gzip.decompressor.v3.Gzip;
 'envoy.extensions.compression.zstd.compressor.v3.Zstd': envoy.extensions.compression.zstd.compressor.v3.Zstd;
 'envoy.extensions.compression.zstd.decompressor.v3.Zstd': envoy.extensions.compression.zstd.decompressor.v3.Zstd;
 'envoy.extensions.config.validators.dynamic_modules.v3.DynamicModuleConfigValidator': envoy.extensions.config.validators.dynamic_modules.v3.DynamicModuleConfigValidator;
 'envoy.extensions.config.validators.minimum_clusters.v3.MinimumClustersValidator': envoy.extensions.config.validators.minimum_clusters.v3.MinimumClustersValidator;
 'envoy.extensions.content_parsers.json.v3.JsonContentParser': envoy.extensions.content_parsers.json.v3.JsonContentParser;
 'envoy.extensions.content_parsers.json.v3.JsonContentParser.RuleConfig': envoy.extensions.content_parsers.json.v3.JsonContentParser.RuleConfig;
 'envoy.extensions.dynamic_modules.v3.DynamicModuleConfig': envoy.extensions.dynamic_modules.v3.DynamicModuleConfig;
 'envoy.extensions.early_data.v3.DefaultEarlyDataPolicy': envoy.extensions.early_data.v3.DefaultEarlyDataPolicy;
 'envoy.extensions.filters.common.dependency.v3.Dependency': envoy.extensions.filters.common.dependency.v3.Dependency;
 'envoy.extensions.filters.common.dependency.v3.FilterDependencies': envoy.extensions.filters.common.dependency.v3.FilterDependencies;
 'envoy.extensions.filters.common.dependency.v3.MatchingRequirements': envoy.extensions.filters.common.dependency.v3.MatchingRequirements;
 'envoy.extensions.filters.common.dependency.v3.MatchingRequirements.DataInputAllowList': envoy.extensions.filters.common.dependency.v3.MatchingRequirements.DataInputAllowList;
 'envoy.extensions.filters.common.fault.v3.FaultDelay': envoy.extensions.filters.common.fault.v3.FaultDelay;
 'envoy.extensions.filters.common.fault.v3.FaultDelay.HeaderDelay': envoy.extensions.filters.common.fault.v3.FaultDelay.HeaderDelay;
 'envoy.extensions.filters.common.fault.v3.FaultRateLimit': envoy.extensions.filters.common.fault.v3.FaultRateLimit;
 'envoy.extensions.filters.common.fault.v3.FaultRateLimit.FixedLimit': envoy.extensions.filters.common.fault.v3.FaultRateLimit.FixedLimit;
 'envoy.extensions.filters.common.fault.v3.FaultRateLimit.HeaderLimit': envoy.extensions.filters.common.fault.v3.FaultRateLimit.HeaderLimit;
 'envoy.extensions.filters.common.jwks.v3.JwksAsyncFetch': envoy.extensions.filters.common.jwks.v3.JwksAsyncFetch;
 'envoy.extensions.filters.common.jwks.v3.JwtHandshakeValidator': envoy.extensions.filters.common.jwks.v3.JwtHandshakeValidator;
 'envoy.extensions.filters.common.jwks.v3.RemoteJwks': envoy.extensions.filters.common.jwks.v3.RemoteJwks;
 'envoy.extensions.filters.common.matcher.action.v3.SkipFilter': envoy.extensions.filters.common.matcher.action.v3.SkipFilter;
 'envoy.extensions.filters.common.set_filter_state.v3.FilterStateValue': envoy.extensions.filters.common.set_filter_state.v3.FilterStateValue;
 'envoy.extensions.filters.http.a2a.v3.A2a': envoy.extensions.filters.http.a2a.v3.A2a;
 'envoy.extensions.filters.http.a2a.v3.MethodParsingConfig': envoy.extensions.filters.http.a2a.v3.MethodParsingConfig;
 'envoy.extensions.filters.http.a2a.v3.ParserConfig': envoy.extensions.filters.http.a2a.v3.ParserConfig;
 'envoy.extensions.filters.http.adaptive_concurrency.v3.AdaptiveConcurrency': envoy.extensions.filters.http.adaptive_concurrency.v3.AdaptiveConcurrency;
 'envoy.extensions.filters.http.adaptive_concurrency.v3.GradientControllerConfig': envoy.extensions.filters.http.adaptive_concurrency.v3.GradientControllerConfig;
 'envoy.extensions.filters.http.adaptive_concurrency.v3.GradientControllerConfig.ConcurrencyLimitCalculationParams': envoy.extensions.filters.http.adaptive_concurrency.v3.GradientControllerConfig.ConcurrencyLimitCalculationParams;
 'envoy.extensions.filters.http.adaptive_concurrency.v3.GradientControllerConfig.MinimumRTTCalculationParams': envoy.extensions.filters.http.adaptive_concurrency.v3.GradientControllerConfig.MinimumRTTCalculationParams;
 'envoy.extensions.filters.http.admission_control.v3.AdmissionControl': envoy.extensions.filters.http.admission_control.v3.AdmissionControl;
 'envoy.extensions.filters.http.admission_control.v3.AdmissionControl.SuccessCriteria': envoy.extensions.filters.http.admission_control.v3.AdmissionControl.SuccessCriteria;
 'envoy.extensions.filters.http.admission_control.v3.AdmissionControl.SuccessCriteria.GrpcCriteria': envoy.extensions.filters.http.admission_control.v3.AdmissionControl.SuccessCriteria.GrpcCriteria;
 'envoy.extensions.filters.http.admission_control.v3.AdmissionControl.SuccessCriteria.HttpCriteria': envoy.extensions.filters.http.admission_control.v3.AdmissionControl.SuccessCriteria.HttpCriteria;
 'envoy.extensions.filters.http.ai_protocol_manager.v3.AiProtocolManager': envoy.extensions.filters.http.ai_protocol_manager.v3.AiProtocolManager;
 'envoy.extensions.filters.http.ai_protocol_manager.v3.AiProtocolManagerPerRoute': envoy.extensions.filters.http.ai_protocol_manager.v3.AiProtocolManagerPerRoute;
 'envoy.extensions.filters.http.ai_protocol_manager.v3.RequestHandling': envoy.extensions.filters.http.ai_protocol_manager.v3.RequestHandling;
 'envoy.extensions.filters.http.ai_protocol_manager.v3.RequestParsingLimits': envoy.extensions.filters.http.ai_protocol_manager.v3.RequestParsingLimits;
 'envoy.extensions.filters.http.ai_protocol_manager.v3.RequestPerRoute': envoy.extensions.filters.http.ai_protocol_manager.v3.RequestPerRoute;
 'envoy.extensions.filters.http.ai_protocol_manager.v3.ResponseHandling': envoy.extensions.filters.http.ai_protocol_manager.v3.ResponseHandling;
 'envoy.extensions.filters.http.ai_protocol_manager.v3.ResponsePerRoute': envoy.extensions.filters.http.ai_protocol_manager.v3.ResponsePerRoute;
 'envoy.extensions.filters.http.ai_protocol_manager.v3.TokenUsageExtraction': envoy.extensions.filters.http.ai_protocol_manager.v3.TokenUsageExtraction;
 'envoy.extensions.filters.http.ai_protocol_manager.v3.TokenUsageExtractionLimits': envoy.extensions.filters.http.ai_protocol_manager.v3.TokenUsageExtractionLimits;
 'envoy.extensions.filters.http.alternate_protocols_cache.v3.FilterConfig': envoy.extensions.filters.http.alternate_protocols_cache.v3.FilterConfig;
 'envoy.extensions.filters.http.api_key_auth.v3.ApiKeyAuth': envoy.extensions.filters.http.api_key_auth.v3.ApiKeyAuth;
 'envoy.extensions.filters.http.api_key_auth.v3.ApiKeyAuthPerRoute': envoy.extensions.filters.http.api_key_auth.v3.ApiKeyAuthPerRoute;
 'envoy.extensions.filters.http.api_key_auth.v3.Credential': envoy.extensions.filters.http.api_key_auth.v3.Credential;
 'envoy.extensions.filters.http.api_key_auth.v3.Forwarding': envoy.extensions.filters.http.api_key_auth.v3.Forwarding;
 'envoy.extensions.filters.http.api_key_auth.v3.KeySource': envoy.extensions.filters.http.api_key_auth.v3.KeySource;
 'envoy.extensions.filters.http.aws_eventstream_parser.v3.AwsEventstreamParser': envoy.extensions.filters.http.aws_eventstream_parser.v3.AwsEventstreamParser;
 'envoy.extensions.filters.http.aws_eventstream_parser.v3.AwsEventstreamParser.HeaderKeyValuePair': envoy.extensions.filters.http.aws_eventstream_parser.v3.AwsEventstreamParser.HeaderKeyValuePair;
 'envoy.extensions.filters.http.aws_eventstream_parser.v3.AwsEventstreamParser.HeaderRule': envoy.extensions.filters.http.aws_eventstream_parser.v3.AwsEventstreamParser.HeaderRule;
 'envoy.extensions.filters.http.aws_eventstream_parser.v3.AwsEventstreamParser.ProcessingRules': envoy.extensions.filters.http.aws_eventstream_parser.v3.AwsEventstreamParser.ProcessingRules;
 'envoy.extensions.filters.http.aws_lambda.v3.Config': envoy.extensions.filters.http.aws_lambda.v3.Config;
 'envoy.extensions.filters.http.aws_lambda.v3.Credentials': envoy.extensions.filters.http.aws_lambda.v3.Credentials;
 'envoy.extensions.filters.http.aws_lambda.v3.PerRouteConfig': envoy.extensions.filters.http.aws_lambda.v3.PerRouteConfig;
 'envoy.extensions.filters.http.aws_request_signing.v3.AwsRequestSigning': envoy.extensions.filters.http.aws_request_signing.v3.AwsRequestSigning;
 'envoy.extensions.filters.http.aws_request_signing.v3.AwsRequestSigning.QueryString': envoy.extensions.filters.http.aws_request_signing.v3.AwsRequestSigning.QueryString;
 'envoy.extensions.filters.http.aws_request_signing.v3.AwsRequestSigningPerRoute': envoy.extensions.filters.http.aws_request_signing.v3.AwsRequestSigningPerRoute;
 'envoy.extensions.filters.http.bandwidth_limit.v3.BandwidthLimit': envoy.extensions.filters.http.bandwidth_limit.v3.BandwidthLimit;
 'envoy.extensions.filters.http.bandwidth_share.v3.BandwidthShare': envoy.extensions.filters.http.bandwidth_share.v3.BandwidthShare;
 'envoy.extensions.filters.http.bandwidth_share.v3.BandwidthShare.Limit': envoy.extensions.filters.http.bandwidth_share.v3.BandwidthShare.Limit;
 'envoy.extensions.filters.http.bandwidth_share.v3.BandwidthShare.TenantConfig': envoy.extensions.filters.http.bandwidth_share.v3.BandwidthShare.TenantConfig;
 'envoy.extensions.filters.http.basic_auth.v3.BasicAuth': envoy.extensions.filters.http.basic_auth.v3.BasicAuth;
 'envoy.extensions.filters.http.basic_auth.v3.BasicAuthPerRoute': envoy.extensions.filters.http.basic_auth.v3.BasicAuthPerRoute;
 'envoy.extensions.filters.http.body_size_limit.v3.BodySizeLimit': envoy.extensions.filters.http.body_size_limit.v3.BodySizeLimit;
 'envoy.extensions.filters.http.buffer.v3.Buffer': envoy.extensions.filters.http.buffer.v3.Buffer;
 'envoy.extensions.filters.http.buffer.v3.BufferPerRoute': envoy.extensions.filters.http.buffer.v3.BufferPerRoute;
 'envoy.extensions.filters.http.cache.v3.CacheConfig': envoy.extensions.filters.http.cache.v3.CacheConfig;
 'envoy.extensions.filters.http.cache.v3.CacheConfig.KeyCreatorParams': envoy.extensions.filters.http.cache.v3.CacheConfig.KeyCreatorParams;
 'envoy.extensions.filters.http.cache_v2.v3.CacheV2Config': envoy.extensions.filters.http.cache_v2.v3.CacheV2Config;
 'envoy.extensions.filters.http.cache_v2.v3.CacheV2Config.KeyCreatorParams': envoy.extensions.filters.http.cache_v2.v3.CacheV2Config.KeyCreatorParams;
 'envoy.extensions.filters.http.cdn_loop.v3.CdnLoopConfig': envoy.extensions.filters.http.cdn_loop.v3.CdnLoopConfig;
 'envoy.extensions.filters.http.composite.v3.Composite': envoy.extensions.filters.http.composite.v3.Composite;
 'envoy.extensions.filters.http.composite.v3.CompositePerRoute': envoy.extensions.filters.http.composite.v3.CompositePerRoute;
 'envoy.extensions.filters.http.composite.v3.DynamicConfig': envoy.extensions.filters.http.composite.v3.DynamicConfig;
 'envoy.extensions.filters.http.composite.v3.ExecuteFilterAction': envoy.extensions.filters.http.composite.v3.ExecuteFilterAction;
 'envoy.extensions.filters.http.composite.v3.FilterChainConfiguration': envoy.extensions.filters.http.composite.v3.FilterChainConfiguration;
 'envoy.extensions.filters.http.compressor.v3.Compressor': envoy.extensions.filters.http.compressor.v3.Compressor;
 'envoy.extensions.filters.http.compressor.v3.Compressor.CommonDirectionConfig': envoy.extensions.filters.http.compressor.v3.Compressor.CommonDirectionConfig;
 'envoy.extensions.filters.http.compressor.v3.Compressor.RequestDirectionConfig': envoy.extensions.filters.http.compressor.v3.Compressor.RequestDirectionConfig;
 'envoy.extensions.filters.http.compressor.v3.Compressor.ResponseDirectionConfig': envoy.extensions.filters.http.compressor.v3.Compressor.ResponseDirectionConfig;
 'envoy.extensions.filters.http.compressor.v3.CompressorOverrides': envoy.extensions.filters.http.compressor.v3.CompressorOverrides;
 'envoy.extensions.filters.http.compressor.v3.CompressorPerRoute': envoy.extensions.filters.http.compressor.v3.CompressorPerRoute;
 'envoy.extensions.filters.http.compressor.v3.ResponseDirectionOverrides': envoy.extensions.filters.http.compressor.v3.ResponseDirectionOverrides;
 'envoy.extensions.filters.http.connect_grpc_bridge.v3.FilterConfig': envoy.extensions.filters.http.connect_grpc_bridge.v3.FilterConfig;
 'envoy.extensions.filters.http.cors.v3.Cors': envoy.extensions.filters.http.cors.v3.Cors;
 'envoy.extensions.filters.http.cors.v3.CorsPolicy': envoy.extensions.filters.http.cors.v3.CorsPolicy;
 'envoy.extensions.filters.http.credential_injector.v3.CredentialInjector': envoy.extensions.filters.http.credential_injector.v3.CredentialInjector;
 'envoy.extensions.filters.http.csrf.v3.CsrfPolicy': envoy.extensions.filters.http.csrf.v3.CsrfPolicy;
 'envoy.extensions.filters.http.custom_response.v3.CustomResponse': envoy.extensions.filters.http.custom_response.v3.CustomResponse;
 'envoy.extensions.filters.http.decompressor.v3.Decompressor': envoy.extensions.filters.http.decompressor.v3.Decompressor;
 'envoy.extensions.filters.http.decompressor.v3.Decompressor.CommonDirectionConfig': envoy.extensions.filters.http.decompressor.v3.Decompressor.CommonDirectionConfig;
 'envoy.extensions.filters.http.decompressor.v3.Decompressor.RequestDirectionConfig': envoy.extensions.filters.http.decompressor.v3.Decompressor.RequestDirectionConfig;
 'envoy.extensions.filters.http.decompressor.v3.Decompressor.ResponseDirectionConfig': envoy.extensions.filters.http.decompressor.v3.Decompressor.ResponseDirectionConfig;
 'envoy.extensions.filters.http.dynamic_forward_proxy.v3.FilterConfig': envoy.extensions.filters.http.dynamic_forward_proxy.v3.FilterConfig;
 'envoy.extensions.filters.http.dynamic_forward_proxy.v3.PerRouteConfig': envoy.extensions.filters.http.dynamic_forward_proxy.v3.PerRouteConfig;
 'envoy.extensions.filters.http.dynamic_forward_proxy.v3.SubClusterConfig': envoy.extensions.filters.http.dynamic_forward_proxy.v3.SubClusterConfig;
 'envoy.extensions.filters.http.dynamic_modules.v3.DynamicModuleFilter': envoy.extensions.filters.http.dynamic_modules.v3.DynamicModuleFilter;
 'envoy.extensions.filters.http.dynamic_modules.v3.DynamicModuleFilterPerRoute': envoy.extensions.filters.http.dynamic_modules.v3.DynamicModuleFilterPerRoute;
 'envoy.extensions.filters.http.ext_authz.v3.AuthorizationRequest': envoy.extensions.filters.http.ext_authz.v3.AuthorizationRequest;
 'envoy.extensions.filters.http.ext_authz.v3.AuthorizationResponse': envoy.extensions.filters.http.ext_authz.v3.AuthorizationResponse;
 'envoy.extensions.filters.http.ext_authz.v3.BufferSettings': envoy.extensions.filters.http.ext_authz.v3.BufferSettings;
 'envoy.extensions.filters.http.ext_authz.v3.CheckSettings': envoy.extensions.filters.http.ext_authz.v3.CheckSettings;
 'envoy.extensions.filters.http.ext_authz.v3.ExtAuthz': envoy.extensions.filters.http.ext_authz.v3.ExtAuthz;
 'envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute': envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute;
 'envoy.extensions.filters.http.ext_authz.v3.HttpService': envoy.extensions.filters.http.ext_authz.v3.HttpService;
 'envoy.extensions.filters.http.ext_authz.v3.ShadowDecision': envoy.extensions.filters.http.ext_authz.v3.ShadowDecision;
 'envoy.extensions.filters.http.ext_proc.v3.ExtProcHttpService': envoy.extensions.filters.http.ext_proc.v3.ExtProcHttpService;
 'envoy.extensions.filters.http.ext_proc.v3.ExtProcOverrides': envoy.extensions.filters.http.ext_proc.v3.ExtProcOverrides;
 'envoy.extensions.filters.http.ext_proc.v3.ExtProcPerRoute': envoy.extensions.filters.http.ext_proc.v3.ExtProcPerRoute;
 'envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor': envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor;
 'envoy.extensions.filters.http.ext_proc.v3.HeaderForwardingRules': envoy.extensions.filters.http.ext_proc.v3.HeaderForwardingRules;
 'envoy.extensions.filters.http.ext_proc.v3.MetadataOptions': envoy.extensions.filters.http.ext_proc.v3.MetadataOptions;
 'envoy.extensions.filters.http.ext_proc.v3.MetadataOptions.MetadataNamespaces': envoy.extensions.filters.http.ext_proc.v3.MetadataOptions.MetadataNamespaces;
 'envoy.extensions.filters.http.ext_proc.v3.ProcessingMode': envoy.extensions.filters.http.ext_proc.v3.ProcessingMode;
 'envoy.extensions.filters.http.fault.v3.FaultAbort': envoy.extensions.filters.http.fault.v3.FaultAbort;
 'envoy.extensions.filters.http.fault.v3.FaultAbort.HeaderAbort': envoy.extensions.filters.http.fault.v3.FaultAbort.HeaderAbort;
 'envoy.extensions.filters.http.fault.v3.HTTPFault': envoy.extensions.filters.http.fault.v3.HTTPFault;
 'envoy.extensions.filters.http.file_server.v3.FileServerConfig': envoy.extensions.filters.http.file_server.v3.FileServerConfig;
 'envoy.extensions.filters.http.file_server.v3.FileServerConfig.DirectoryBehavior': envoy.extensions.filters.http.file_server.v3.FileServerConfig.DirectoryBehavior;
 'envoy.extensions.filters.http.file_server.v3.FileServerConfig.DirectoryBehavior.List': envoy.extensions.filters.http.file_server.v3.FileServerConfig.DirectoryBehavior.List;
 'envoy.extensions.filters.http.file_server.v3.FileServerConfig.PathMapping': envoy.extensions.filters.http.file_server.v3.FileServerConfig.PathMapping;
 'envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior': envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior;
 'envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.Bypass': envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.Bypass;
 'envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.FullyBuffer': envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.FullyBuffer;
 'envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.FullyBufferAndAlwaysInjectContentLength': envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.FullyBufferAndAlwaysInjectContentLength;
 'envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.InjectContentLengthIfNecessary': envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.InjectContentLengthIfNecessary;
 'envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.StreamWhenPossible': envoy.extensions.filters.http.file_system_buffer.v3.BufferBehavior.StreamWhenPossible;
 'envoy.extensions.filters.http.file_system_buffer.v3.FileSystemBufferFilterConfig': envoy.extensions.filters.http.file_system_buffer.v3.FileSystemBufferFilterConfig;
 'envoy.extensions.filters.http.file_system_buffer.v3.StreamConfig': envoy.extensions.filters.http.file_system_buffer.v3.StreamConfig;
 'envoy.extensions.filters.http.filter_chain.v3.FilterChain': envoy.extensions.filters.http.filter_chain.v3.FilterChain;
 'envoy.extensions.filters.http.filter_chain.v3.FilterChainConfig': envoy.extensions.filters.http.filter_chain.v3.FilterChainConfig;
 'envoy.extensions.filters.http.filter_chain.v3.FilterChainConfigPerRoute': envoy.extensions.filters.http.filter_chain.v3.FilterChainConfigPerRoute;
 'envoy.extensions.filters.http.gcp_authn.v3.Audience': envoy.extensions.filters.http.gcp_authn.v3.Audience;
 'envoy.extensions.filters.http.gcp_authn.v3.Audience.AccessToken': envoy.extensions.filters.http.gcp_authn.v3.Audience.AccessToken;
 'envoy.extensions.filters.http.gcp_authn.v3.Audience.BoundAccessToken': envoy.extensions.filters.http.gcp_authn.v3.Audience.BoundAccessToken;
 'envoy.extensions.filters.http.gcp_authn.v3.Audience.BoundJwt': envoy.extensions.filters.http.gcp_authn.v3.Audience.BoundJwt;
 'envoy.extensions.filters.http.gcp_authn.v3.Audience.IAMAccessToken': envoy.extensions.filters.http.gcp_authn.v3.Audience.IAMAccessToken;
 'envoy.extensions.filters.http.gcp_authn.v3.GcpAuthnFilterConfig': envoy.extensions.filters.http.gcp_authn.v3.GcpAuthnFilterConfig;
 'envoy.extensions.filters.http.gcp_authn.v3.TokenCacheConfig': envoy.extensions.filters.http.gcp_authn.v3.TokenCacheConfig;
 'envoy.extensions.filters.http.gcp_authn.v3.TokenHeader': envoy.extensions.filters.http.gcp_authn.v3.TokenHeader;
 'envoy.extensions.filters.http.gcp_authn.v3.TokenHeader.PreserveExisting': envoy.extensions.filters.http.gcp_authn.v3.TokenHeader.PreserveExisting;
 'envoy.extensions.filters.http.geoip.v3.Geoip': envoy.extensions.filters.http.geoip.v3.Geoip;
 'envoy.extensions.filters.http.geoip.v3.Geoip.CustomHeaderConfig': envoy.extensions.filters.http.geoip.v3.Geoip.CustomHeaderConfig;
 'envoy.extensions.filters.http.geoip.v3.Geoip.XffConfig': envoy.extensions.filters.http.geoip.v3.Geoip.XffConfig;
 'envoy.extensions.filters.http.grpc_field_extraction.v3.FieldExtractions': envoy.extensions.filters.http.grpc_field_extraction.v3.FieldExtractions;
 'envoy.extensions.filters.http.grpc_field_extraction.v3.GrpcFieldExtractionConfig': envoy.extensions.filters.http.grpc_field_extraction.v3.GrpcFieldExtractionConfig;
 'envoy.extensions.filters.http.grpc_field_extraction.v3.RequestFieldValueDisposition': envoy.extensions.filters.http.grpc_field_extraction.v3.RequestFieldValueDisposition;
 'envoy.extensions.filters.http.grpc_http1_bridge.v3.Config': envoy.extensions.filters.http.grpc_http1_bridge.v3.Config;
 'envoy.extensions.filters.http.grpc_http1_reverse_bridge.v3.FilterConfig': envoy.extensions.filters.http.grpc_http1_reverse_bridge.v3.FilterConfig;
 'envoy.extensions.filters.http.grpc_http1_reverse_bridge.v3.FilterConfigPerRoute': envoy.extensions.filters.http.grpc_http1_reverse_bridge.v3.FilterConfigPerRoute;
 'envoy.extensions.filters.http.grpc_json_reverse_transcoder.v3.GrpcJsonReverseTranscoder': envoy.extensions.filters.http.grpc_json_reverse_transcoder.v3.GrpcJsonReverseTranscoder;
 'envoy.extensions.filters.http.grpc_json_reverse_transcoder.v3.GrpcJsonReverseTranscoder.PrintOptions': envoy.extensions.filters.http.grpc_json_reverse_transcoder.v3.GrpcJsonReverseTranscoder.PrintOptions;
 'envoy.extensions.filters.http.grpc_json_transcoder.v3.GrpcJsonTranscoder': envoy.extensions.filters.http.grpc_json_transcoder.v3.GrpcJsonTranscoder;
 'envoy.extensions.filters.http.grpc_json_transcoder.v3.GrpcJsonTranscoder.PrintOptions': envoy.extensions.filters.http.grpc_json_transcoder.v3.GrpcJsonTranscoder.PrintOptions;
 'envoy.extensions.filters.http.grpc_json_transcoder.v3.GrpcJsonTranscoder.RequestValidationOptions': envoy.extensions.filters.http.grpc_json_transcoder.v3.GrpcJsonTranscoder.RequestValidationOptions;
 'envoy.extensions.filters.http.grpc_json_transcoder.v3.UnknownQueryParams': envoy.extensions.filters.http.grpc_json_transcoder.v3.UnknownQueryParams;
 'envoy.extensions.filters.http.grpc_json_transcoder.v3.UnknownQueryParams.Values': envoy.extensions.filters.http.grpc_json_transcoder.v3.UnknownQueryParams.Values;
 'envoy.extensions.filters.http.grpc_stats.v3.FilterConfig': envoy.extensions.filters.http.grpc_stats.v3.FilterConfig;
 'envoy.extensions.filters.http.grpc_stats.v3.FilterObject': envoy.extensions.filters.http.grpc_stats.v3.FilterObject;
 'envoy.extensions.filters.http.grpc_web.v3.GrpcWeb': envoy.extensions.filters.http.grpc_web.v3.GrpcWeb;
 'envoy.extensions.filters.http.gzip.v3.Gzip': envoy.extensions.filters.http.gzip.v3.Gzip;
 'envoy.extensions.filters.http.gzip.v3.Gzip.CompressionLevel': envoy.extensions.filters.http.gzip.v3.Gzip.CompressionLevel;
 'envoy.extensions.filters.http.header_mutation.v3.HeaderMutation': envoy.extensions.filters.http.header_mutation.v3.HeaderMutation;
 'envoy.extensions.filters.http.header_mutation.v3.HeaderMutationPerRoute': envoy.extensions.filters.http.header_mutation.v3.HeaderMutationPerRoute;
 'envoy.extensions.filters.http.header_mutation.v3.Mutations': envoy.extensions.filters.http.header_mutation.v3.Mutations;
 'envoy.extensions.filters.http.header_to_metadata.v3.Config': envoy.extensions.filters.http.header_to_metadata.v3.Config;
 'envoy.extensions.filters.http.header_to_metadata.v3.Config.KeyValuePair': envoy.extensions.filters.http.header_to_metadata.v3.Config.KeyValuePair;
 'envoy.extensions.filters.http.header_to_metadata.v3.Config.Rule': envoy.extensions.filters.http.header_to_metadata.v3.Config.Rule;
 'envoy.extensions.filters.http.health_check.v3.HealthCheck': envoy.extensions.filters.http.health_check.v3.HealthCheck;
 'envoy.extensions.filters.http.ip_tagging.v3.IPTagging': envoy.extensions.filters.http.ip_tagging.v3.IPTagging;
 'envoy.extensions.filters.http.ip_tagging.v3.IPTagging.IPTag': envoy.extensions.filters.http.ip_tagging.v3.IPTagging.IPTag;
 'envoy.extensions.filters.http.ip_tagging.v3.IPTagging.IPTags': envoy.extensions.filters.http.ip_tagging.v3.IPTagging.IPTags;
 'envoy.extensions.filters.http.ip_tagging.v3.IPTagging.IpTagHeader': envoy.extensions.filters.http.ip_tagging.v3.IPTagging.IpTagHeader;
 'envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata': envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata;
 'envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata.KeyValuePair': envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata.KeyValuePair;
 'envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata.MatchRules': envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata.MatchRules;
 'envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata.Rule': envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata.Rule;
 'envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata.Selector': envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata.Selector;
 'envoy.extensions.filters.http.jwt_authn.v3.ExtractOnlyWithoutValidation': envoy.extensions.filters.http.jwt_authn.v3.ExtractOnlyWithoutValidation;
 'envoy.extensions.filters.http.jwt_authn.v3.FilterStateRule': envoy.extensions.filters.http.jwt_authn.v3.FilterStateRule;
 'envoy.extensions.filters.http.jwt_authn.v3.JwksAsyncFetch': envoy.extensions.filters.http.jwt_authn.v3.JwksAsyncFetch;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication': envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtCacheConfig': envoy.extensions.filters.http.jwt_authn.v3.JwtCacheConfig;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtClaimToHeader': envoy.extensions.filters.http.jwt_authn.v3.JwtClaimToHeader;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtClaimToHeader.PathSegment': envoy.extensions.filters.http.jwt_authn.v3.JwtClaimToHeader.PathSegment;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtHeader': envoy.extensions.filters.http.jwt_authn.v3.JwtHeader;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtProvider': envoy.extensions.filters.http.jwt_authn.v3.JwtProvider;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtProvider.NormalizePayload': envoy.extensions.filters.http.jwt_authn.v3.JwtProvider.NormalizePayload;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtRequirement': envoy.extensions.filters.http.jwt_authn.v3.JwtRequirement;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtRequirementAndList': envoy.extensions.filters.http.jwt_authn.v3.JwtRequirementAndList;
 'envoy.extensions.filters.http.jwt_authn.v3.JwtRequirementOrList': envoy.extensions.filters.http.jwt_authn.v3.JwtRequirementOrList;
 'envoy.extensions.filters.http.jwt_authn.v3.PerRouteConfig': envoy.extensions.filters.http.jwt_authn.v3.PerRouteConfig;
 'envoy.extensions.filters.http.jwt_authn.v3.ProviderWithAudiences': envoy.extensions.filters.http.jwt_authn.v3.ProviderWithAudiences;
 'envoy.extensions.filters.http.jwt_authn.v3.RemoteJwks': envoy.extensions.filters.http.jwt_authn.v3.RemoteJwks;
 'envoy.extensions.filters.http.jwt_authn.v3.RequirementRule': envoy.extensions.filters.http.jwt_authn.v3.RequirementRule;
 'envoy.extensions.filters.http.kill_request.v3.KillRequest': envoy.extensions.filters.http.kill_request.v3.KillRequest;
 'envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit': envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit;
 'envoy.extensions.filters.http.lua.v3.Lua': envoy.extensions.filters.http.lua.v3.Lua;
 'envoy.extensions.filters.http.lua.v3.LuaPerRoute': envoy.extensions.filters.http.lua.v3.LuaPerRoute;
 'envoy.extensions.filters.http.mcp.v3.Mcp': envoy.extensions.filters.http.mcp.v3.Mcp;
 'envoy.extensions.filters.http.mcp.v3.Mcp.BaggagePropagationConfig': envoy.extensions.filters.http.mcp.v3.Mcp.BaggagePropagationConfig;
 'envoy.extensions.filters.http.mcp.v3.Mcp.TraceContextPropagationConfig': envoy.extensions.filters.http.mcp.v3.Mcp.TraceContextPropagationConfig;
 'envoy.extensions.filters.http.mcp.v3.McpOverride': envoy.extensions.filters.http.mcp.v3.McpOverride;
 'envoy.extensions.filters.http.mcp.v3.ParserConfig': envoy.extensions.filters.http.mcp.v3.ParserConfig;
 'envoy.extensions.filters.http.mcp.v3.ParserConfig.AttributeExtractionRule': envoy.extensions.filters.http.mcp.v3.ParserConfig.AttributeExtractionRule;
 'envoy.extensions.filters.http.mcp.v3.ParserConfig.MethodConfig': envoy.extensions.filters.http.mcp.v3.ParserConfig.MethodConfig;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.CacheConfig': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.CacheConfig;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.HttpRule': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.HttpRule;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.HttpRule.ParameterBinding': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.HttpRule.ParameterBinding;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.McpJsonRestBridge': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.McpJsonRestBridge;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.McpJsonRestBridgePerRoute': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.McpJsonRestBridgePerRoute;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.McpServerInfo': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.McpServerInfo;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ServerInfo': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ServerInfo;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ServerToolConfig': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ServerToolConfig;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ToolConfig': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ToolConfig;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ToolsListLocal': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ToolsListLocal;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ToolsListSpecificConfig': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.ToolsListSpecificConfig;
 'envoy.extensions.filters.http.mcp_json_rest_bridge.v3.TraceContextExtractionOptions': envoy.extensions.filters.http.mcp_json_rest_bridge.v3.TraceContextExtractionOptions;
 'envoy.extensions.filters.http.mcp_router.v3.DynamicMetadataSource': envoy.extensions.filters.http.mcp_router.v3.DynamicMetadataSource;
 'envoy.extensions.filters.http.mcp_router.v3.HeaderSource': envoy.extensions.filters.http.mcp_router.v3.HeaderSource;
 'envoy.extensions.filters.http.mcp_router.v3.IdentityExtractor': envoy.extensions.filters.http.mcp_router.v3.IdentityExtractor;
 'envoy.extensions.filters.http.mcp_router.v3.McpRouter': envoy.extensions.filters.http.mcp_router.v3.McpRouter;
 'envoy.extensions.filters.http.mcp_router.v3.McpRouter.HeaderForwarding': envoy.extensions.filters.http.mcp_router.v3.McpRouter.HeaderForwarding;
 'envoy.extensions.filters.http.mcp_router.v3.McpRouter.McpBackend': envoy.extensions.filters.http.mcp_router.v3.McpRouter.McpBackend;
 'envoy.extensions.filters.http.mcp_router.v3.McpRouter.McpCluster': envoy.extensions.filters.http.mcp_router.v3.McpRouter.McpCluster;
 'envoy.extensions.filters.http.mcp_router.v3.SessionIdentity': envoy.extensions.filters.http.mcp_router.v3.SessionIdentity;
 'envoy.extensions.filters.http.mcp_router.v3.ValidationPolicy': envoy.extensions.filters.http.mcp_router.v3.ValidationPolicy;
 'envoy.extensions.filters.http.oauth2.v3.CookieConfig': envoy.extensions.filters.http.oauth2.v3.CookieConfig;
 'envoy.extensions.filters.http.oauth2.v3.CookieConfigs': envoy.extensions.filters.http.oauth2.v3.CookieConfigs;
 'envoy.extensions.filters.http.oauth2.v3.OAuth2': envoy.extensions.filters.http.oauth2.v3.OAuth2;
 'envoy.extensions.filters.http.oauth2.v3.OAuth2Config': envoy.extensions.filters.http.oauth2.v3.OAuth2Config;
 'envoy.extensions.filters.http.oauth2.v3.OAuth2Credentials': envoy.extensions.filters.http.oauth2.v3.OAuth2Credentials;
 'envoy.extensions.filters.http.oauth2.v3.OAuth2Credentials.CookieNames': envoy.extensions.filters.http.oauth2.v3.OAuth2Credentials.CookieNames;
 'envoy.extensions.filters.http.oauth2.v3.OAuth2PerRoute': envoy.extensions.filters.http.oauth2.v3.OAuth2PerRoute;
 'envoy.extensions.filters.http.oauth2.v3.OAuth2TokenForwarding': envoy.extensions.filters.http.oauth2.v3.OAuth2TokenForwarding;
 'envoy.extensions.filters.http.oauth2.v3.PostLogoutRedirectUri': envoy.extensions.filters.http.oauth2.v3.PostLogoutRedirectUri;
 'envoy.extensions.filters.http.oauth2.v3.PrivateKeyJwtConfig': envoy.extensions.filters.http.oauth2.v3.PrivateKeyJwtConfig;
 'envoy.extensions.filters.http.oauth2.v3.TokenCookieChunking': envoy.extensions.filters.http.oauth2.v3.TokenCookieChunking;
 'envoy.extensions.filters.http.on_demand.v3.OnDemand': envoy.extensions.filters.http.on_demand.v3.OnDemand;
 'envoy.extensions.filters.http.on_demand.v3.OnDemandCds': envoy.extensions.filters.http.on_demand.v3.OnDemandCds;
 'envoy.extensions.filters.http.on_demand.v3.PerRouteConfig': envoy.extensions.filters.http.on_demand.v3.PerRouteConfig;
 'envoy.extensions.filters.http.original_src.v3.OriginalSrc': envoy.extensions.filters.http.original_src.v3.OriginalSrc;
 'envoy.extensions.filters.http.proto_api_scrubber.v3.DescriptorSet': envoy.extensions.filters.http.proto_api_scrubber.v3.DescriptorSet;
 'envoy.extensions.filters.http.proto_api_scrubber.v3.MessageRestrictions': envoy.extensions.filters.http.proto_api_scrubber.v3.MessageRestrictions;
 'envoy.extensions.filters.http.proto_api_scrubber.v3.MethodRestrictions': envoy.extensions.filters.http.proto_api_scrubber.v3.MethodRestrictions;
 'envoy.extensions.filters.http.proto_api_scrubber.v3.ProtoApiScrubberConfig': envoy.extensions.filters.http.proto_api_scrubber.v3.ProtoApiScrubberConfig;
 'envoy.extensions.filters.http.proto_api_scrubber.v3.RemoveFieldAction': envoy.extensions.filters.http.proto_api_scrubber.v3.RemoveFieldAction;
 'envoy.extensions.filters.http.proto_api_scrubber.v3.RestrictionConfig': envoy.extensions.filters.http.proto_api_scrubber.v3.RestrictionConfig;
 'envoy.extensions.filters.http.proto_api_scrubber.v3.Restrictions': envoy.extensions.filters.http.proto_api_scrubber.v3.Restrictions;
 'envoy.extensions.filters.http.proto_message_extraction.v3.MethodExtraction': envoy.extensions.filters.http.proto_message_extraction.v3.MethodExtraction;
 'envoy.extensions.filters.http.proto_message_extraction.v3.ProtoMessageExtractionConfig': envoy.extensions.filters.http.proto_message_extraction.v3.ProtoMessageExtractionConfig;
 'envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings': envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings;
 'envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.BucketIdBuilder': envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.BucketIdBuilder;
 'envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.BucketIdBuilder.ValueBuilder': envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.BucketIdBuilder.ValueBuilder;
 'envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.DenyResponseSettings': envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.DenyResponseSettings;
 'envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.ExpiredAssignmentBehavior': envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.ExpiredAssignmentBehavior;
 'envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.ExpiredAssignmentBehavior.ReuseLastAssignment': envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.ExpiredAssignmentBehavior.ReuseLastAssignment;
 'envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.NoAssignmentBehavior': envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaBucketSettings.NoAssignmentBehavior;
 'envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaFilterConfig': envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaFilterConfig;
 'envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaOverride': envoy.extensions.filters.http.rate_limit_quota.v3.RateLimitQuotaOverride;
 'envoy.extensions.filters.http.ratelimit.v3.RateLimit': envoy.extensions.filters.http.ratelimit.v3.RateLimit;
 'envoy.extensions.filters.http.ratelimit.v3.RateLimitPerRoute': envoy.extensions.filters.http.ratelimit.v3.RateLimitPerRoute;
 'envoy.extensions.filters.http.rbac.v3.RBAC': envoy.extensions.filters.http.rbac.v3.RBAC;
 'envoy.extensions.filters.http.rbac.v3.RBACPerRoute': envoy.extensions.filters.http.rbac.v3.RBACPerRoute;
 'envoy.extensions.filters.http.router.v3.Router': envoy.extensions.filters.http.router.v3.Router;
 'envoy.extensions.filters.http.router.v3.Router.UpstreamAccessLogOptions': envoy.extensions.filters.http.router.v3.Router.UpstreamAccessLogOptions;
 'envoy.extensions.filters.http.set_filter_state.v3.Config': envoy.extensions.filters.http.set_filter_state.v3.Config;
 'envoy.extensions.filters.http.set_metadata.v3.Config': envoy.extensions.filters.http.set_metadata.v3.Config;
 'envoy.extensions.filters.http.set_metadata.v3.Metadata': envoy.extensions.filters.http.set_metadata.v3.Metadata;
 'envoy.extensions.filters.http.sse_to_metadata.v3.SseToMetadata': envoy.extensions.filters.http.sse_to_metadata.v3.SseToMetadata;
 'envoy.extensions.filters.http.sse_to_metadata.v3.SseToMetadata.ProcessingRules': envoy.extensions.filters.http.sse_to_metadata.v3.SseToMetadata.ProcessingRules;
 'envoy.extensions.filters.http.stateful_session.v3.StatefulSession': envoy.extensions.filters.http.stateful_session.v3.StatefulSession;
 'envoy.extensions.filters.http.stateful_session.v3.StatefulSessionPerRoute': envoy.extensions.filters.http.stateful_session.v3.StatefulSessionPerRoute;
 'envoy.extensions.filters.http.tap.v3.Tap': envoy.extensions.filters.http.tap.v3.Tap;
 'envoy.extensions.filters.http.thrift_to_metadata.v3.FieldSelector': envoy.extensions.filters.http.thrift_to_metadata.v3.FieldSelector;
 'envoy.extensions.filters.http.thrift_to_metadata.v3.KeyValuePair': envoy.extensions.filters.http.thrift_to_metadata.v3.KeyValuePair;
 'envoy.extensions.filters.http.thrift_to_metadata.v3.Rule': envoy.extensions.filters.http.thrift_to_metadata.v3.Rule;
 'envoy.extensions.filters.http.thrift_to_metadata.v3.ThriftToMetadata': envoy.extensions.filters.http.thrift_to_metadata.v3.ThriftToMetadata;
 'envoy.extensions.filters.http.thrift_to_metadata.v3.ThriftToMetadataPerRoute': envoy.extensions.filters.http.thrift_to_metadata.v3.ThriftToMetadataPerRoute;
 'envoy.extensions.filters.http.transform.v3.BodyTransformation': envoy.extensions.filters.http.transform.v3.BodyTransformation;
 'envoy.extensions.filters.http.transform.v3.TransformConfig': envoy.extensions.filters.http.transform.v3.TransformConfig;
 'envoy.extensions.filters.http.transform.v3.Transformation': envoy.extensions.filters.http.transform.v3.Transformation;
 'envoy.extensions.filters.http.upstream_codec.v3.UpstreamCodec': envoy.extensions.filters.http.upstream_codec.v3.UpstreamCodec;
 'envoy.extensions.filters.http.wasm.v3.Wasm': envoy.extensions.filters.http.wasm.v3.Wasm;
 'envoy.extensions.filters.listener.dynamic_modules.v3.DynamicModuleListenerFilter': envoy.extensions.filters.listener.dynamic_modules.v3.DynamicModuleListenerFilter;
 'envoy.extensions.filters.listener.http_inspector.v3.HttpInspector': envoy.extensions.filters.listener.http_inspector.v3.HttpInspector;
 'envoy.extensions.filters.listener.local_ratelimit.v3.LocalRateLimit': envoy.extensions.filters.listener.local_ratelimit.v3.LocalRateLimit;
 'envoy.extensions.filters.listener.original_dst.v3.OriginalDst': envoy.extensions.filters.listener.original_dst.v3.OriginalDst;
 'envoy.extensions.filters.listener.original_src.v3.OriginalSrc': envoy.extensions.filters.listener.original_src.v3.OriginalSrc;
 'envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol': envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol;
 'envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol.KeyValuePair': envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol.KeyValuePair;
 'envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol.Rule': envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol.Rule;
 'envoy.extensions.filters.listener.set_filter_state.v3.Config': envoy.extensions.filters.listener.set_filter_state.v3.Config;
 'envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector': envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector;
 'envoy.extensions.filters.network.connection_limit.v3.ConnectionLimit': envoy.extensions.filters.network.connection_limit.v3.ConnectionLimit;
 'envoy.extensions.filters.network.direct_response.v3.Config': envoy.extensions.filters.network.direct_response.v3.Config;
 'envoy.extensions.filters.network.dubbo_proxy.router.v3.Router': envoy.extensions.filters.network.dubbo_proxy.router.v3.Router;
 'envoy.extensions.filters.network.dubbo_proxy.v3.Drds': envoy.extensions.filters.network.dubbo_proxy.v3.Drds;
 'envoy.extensions.filters.network.dubbo_proxy.v3.DubboFilter': envoy.extensions.filters.network.dubbo_proxy.v3.DubboFilter;
 'envoy.extensions.filters.network.dubbo_proxy.v3.DubboProxy': envoy.extensions.filters.network.dubbo_proxy.v3.DubboProxy;
 'envoy.extensions.filters.network.dubbo_proxy.v3.MethodMatch': envoy.extensions.filters.network.dubbo_proxy.v3.MethodMatch;
 'envoy.extensions.filters.network.dubbo_proxy.v3.MethodMatch.ParameterMatchSpecifier': envoy.extensions.filters.network.dubbo_proxy.v3.MethodMatch.ParameterMatchSpecifier;
 'envoy.extensions.filters.network.dubbo_proxy.v3.MultipleRouteConfiguration': envoy.extensions.filters.network.dubbo_proxy.v3.MultipleRouteConfiguration;
 'envoy.extensions.filters.network.dubbo_proxy.v3.Route': envoy.extensions.filters.network.dubbo_proxy.v3.Route;
 'envoy.extensions.filters.network.dubbo_proxy.v3.RouteAction': envoy.extensions.filters.network.dubbo_proxy.v3.RouteAction;
 'envoy.extensions.filters.network.dubbo_proxy.v3.RouteConfiguration': envoy.extensions.filters.network.dubbo_proxy.v3.RouteConfiguration;
 'envoy.extensions.filters.network.dubbo_proxy.v3.RouteMatch': envoy.extensions.filters.network.dubbo_proxy.v3.RouteMatch;
 'envoy.extensions.filters.network.dynamic_modules.v3.DynamicModuleNetworkFilter': envoy.extensions.filters.network.dynamic_modules.v3.DynamicModuleNetworkFilter;
 'envoy.extensions.filters.network.echo.v3.Echo': envoy.extensions.filters.network.echo.v3.Echo;
 'envoy.extensions.filters.network.ext_authz.v3.ExtAuthz': envoy.extensions.filters.network.ext_authz.v3.ExtAuthz;
 'envoy.extensions.filters.network.ext_proc.v3.MetadataOptions': envoy.extensions.filters.network.ext_proc.v3.MetadataOptions;
 'envoy.extensions.filters.network.ext_proc.v3.MetadataOptions.MetadataNamespaces': envoy.extensions.filters.network.ext_proc.v3.MetadataOptions.MetadataNamespaces;
 'envoy.extensions.filters.network.ext_proc.v3.NetworkExternalProcessor': envoy.extensions.filters.network.ext_proc.v3.NetworkExternalProcessor;
 'envoy.extensions.filters.network.ext_proc.v3.ProcessingMode': envoy.extensions.filters.network.ext_proc.v3.ProcessingMode;
 'envoy.extensions.filters.network.generic_proxy.action.v3.RouteAction': envoy.extensions.filters.network.generic_proxy.action.v3.RouteAction;
 'envoy.extensions.filters.network.generic_proxy.codecs.dubbo.v3.DubboCodecConfig': envoy.extensions.filters.network.generic_proxy.codecs.dubbo.v3.DubboCodecConfig;
 'envoy.extensions.filters.network.generic_proxy.codecs.http1.v3.Http1CodecConfig': envoy.extensions.filters.network.generic_proxy.codecs.http1.v3.Http1CodecConfig;
 'envoy.extensions.filters.network.generic_proxy.matcher.v3.HostMatchInput': envoy.extensions.filters.network.generic_proxy.matcher.v3.HostMatchInput;
 'envoy.extensions.filters.network.generic_proxy.matcher.v3.KeyValueMatchEntry': envoy.extensions.filters.network.generic_proxy.matcher.v3.KeyValueMatchEntry;
 'envoy.extensions.filters.network.generic_proxy.matcher.v3.MethodMatchInput': envoy.extensions.filters.network.generic_proxy.matcher.v3.MethodMatchInput;
 'envoy.extensions.filters.network.generic_proxy.matcher.v3.PathMatchInput': envoy.extensions.filters.network.generic_proxy.matcher.v3.PathMatchInput;
 'envoy.extensions.filters.network.generic_proxy.matcher.v3.PropertyMatchInput': envoy.extensions.filters.network.generic_proxy.matcher.v3.PropertyMatchInput;
 'envoy.extensions.filters.network.generic_proxy.matcher.v3.RequestMatchInput': envoy.extensions.filters.network.generic_proxy.matcher.v3.RequestMatchInput;
 'envoy.extensions.filters.network.generic_proxy.matcher.v3.RequestMatcher': envoy.extensions.filters.network.generic_proxy.matcher.v3.RequestMatcher;
 'envoy.extensions.filters.network.generic_proxy.matcher.v3.ServiceMatchInput': envoy.extensions.filters.network.generic_proxy.matcher.v3.ServiceMatchInput;
 'envoy.extensions.filters.network.generic_proxy.router.v3.Router': envoy.extensions.filters.network.generic_proxy.router.v3.Router;
 'envoy.extensions.filters.network.generic_proxy.v3.GenericProxy': envoy.extensions.filters.network.generic_proxy.v3.GenericProxy;
 'envoy.extensions.filters.network.generic_proxy.v3.GenericRds': envoy.extensions.filters.network.generic_proxy.v3.GenericRds;
 'envoy.extensions.filters.network.generic_proxy.v3.RouteConfiguration': envoy.extensions.filters.network.generic_proxy.v3.RouteConfiguration;
 'envoy.extensions.filters.network.generic_proxy.v3.VirtualHost': envoy.extensions.filters.network.generic_proxy.v3.VirtualHost;
 'envoy.extensions.filters.network.geoip.v3.Geoip': envoy.extensions.filters.network.geoip.v3.Geoip;
 'envoy.extensions.filters.network.http_connection_manager.v3.EnvoyMobileHttpConnectionManager': envoy.extensions.filters.network.http_connection_manager.v3.EnvoyMobileHttpConnectionManager;
 'envoy.extensions.filters.network.http_connection_manager.v3.ForwardProtoConfig': envoy.extensions.filters.network.http_connection_manager.v3.ForwardProtoConfig;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager': envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.ForwardClientCertConfig': envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.ForwardClientCertConfig;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.HcmAccessLogOptions': envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.HcmAccessLogOptions;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.InternalAddressConfig': envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.InternalAddressConfig;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.PathNormalizationOptions': envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.PathNormalizationOptions;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.ProxyStatusConfig': envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.ProxyStatusConfig;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.SetCurrentClientCertDetails': envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.SetCurrentClientCertDetails;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.Tracing': envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.Tracing;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.UpgradeConfig': envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.UpgradeConfig;
 'envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter': envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter;
 'envoy.extensions.filters.network.http_connection_manager.v3.LocalReplyConfig': envoy.extensions.filters.network.http_connection_manager.v3.LocalReplyConfig;
 'envoy.extensions.filters.network.http_connection_manager.v3.Rds': envoy.extensions.filters.network.http_connection_manager.v3.Rds;
 'envoy.extensions.filters.network.http_connection_manager.v3.RequestIDExtension': envoy.extensions.filters.network.http_connection_manager.v3.RequestIDExtension;
 'envoy.extensions.filters.network.http_connection_manager.v3.ResponseMapper': envoy.extensions.filters.network.http_connection_manager.v3.ResponseMapper;
 'envoy.extensions.filters.network.http_connection_manager.v3.ScopedRds': envoy.extensions.filters.network.http_connection_manager.v3.ScopedRds;
 'envoy.extensions.filters.network.http_connection_manager.v3.ScopedRouteConfigurationsList': envoy.extensions.filters.network.http_connection_manager.v3.ScopedRouteConfigurationsList;
 'envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes': envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes;
 'envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder': envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder;
 'envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder': envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder;
 'envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor': envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor;
 'envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor.KvElement': envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor.KvElement;
 'envoy.extensions.filters.network.local_ratelimit.v3.LocalRateLimit': envoy.extensions.filters.network.local_ratelimit.v3.LocalRateLimit;
 'envoy.extensions.filters.network.mongo_proxy.v3.MongoProxy': envoy.extensions.filters.network.mongo_proxy.v3.MongoProxy;
 'envoy.extensions.filters.network.ratelimit.v3.RateLimit': envoy.extensions.filters.network.ratelimit.v3.RateLimit;
 'envoy.extensions.filters.network.rbac.v3.RBAC': envoy.extensions.filters.network.rbac.v3.RBAC;
 'envoy.extensions.filters.network.redis_proxy.v3.AwsIam': envoy.extensions.filters.network.redis_proxy.v3.AwsIam;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisExternalAuthProvider': envoy.extensions.filters.network.redis_proxy.v3.RedisExternalAuthProvider;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProtocolOptions': envoy.extensions.filters.network.redis_proxy.v3.RedisProtocolOptions;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProtocolOptions.Credential': envoy.extensions.filters.network.redis_proxy.v3.RedisProtocolOptions.Credential;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProxy': envoy.extensions.filters.network.redis_proxy.v3.RedisProxy;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.ConnPoolSettings': envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.ConnPoolSettings;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.ConnectionRateLimit': envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.ConnectionRateLimit;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.PrefixRoutes': envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.PrefixRoutes;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.PrefixRoutes.Route': envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.PrefixRoutes.Route;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.PrefixRoutes.Route.ReadCommandPolicy': envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.PrefixRoutes.Route.ReadCommandPolicy;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.PrefixRoutes.Route.RequestMirrorPolicy': envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.PrefixRoutes.Route.RequestMirrorPolicy;
 'envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.RedisFault': envoy.extensions.filters.network.redis_proxy.v3.RedisProxy.RedisFault;
 'envoy.extensions.filters.network.reverse_tunnel.v3.DrainAwareHttpConnectionManager': envoy.extensions.filters.network.reverse_tunnel.v3.DrainAwareHttpConnectionManager;
 'envoy.extensions.filters.network.reverse_tunnel.v3.ReverseTunnel': envoy.extensions.filters.network.reverse_tunnel.v3.ReverseTunnel;
 'envoy.extensions.filters.network.reverse_tunnel.v3.Validation': envoy.extensions.filters.network.reverse_tunnel.v3.Validation;
 'envoy.extensions.filters.network.set_filter_state.v3.Config': envoy.extensions.filters.network.set_filter_state.v3.Config;
 'envoy.extensions.filters.network.sni_cluster.v3.SniCluster': envoy.extensions.filters.network.sni_cluster.v3.SniCluster;
 'envoy.extensions.filters.network.sni_dynamic_forward_proxy.v3.FilterConfig': envoy.extensions.filters.network.sni_dynamic_forward_proxy.v3.FilterConfig;
 'envoy.extensions.filters.network.tcp_bandwidth_limit.v3.TcpBandwidthLimit': envoy.extensions.filters.network.tcp_bandwidth_limit.v3.TcpBandwidthLimit;
 'envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy': envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy;
 'envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.OnDemand': envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.OnDemand;
 'envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.TcpAccessLogOptions': envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.TcpAccessLogOptions;
 'envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.TunnelingConfig': envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.TunnelingConfig;
 'envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.WeightedCluster': envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.WeightedCluster;
 'envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.WeightedCluster.ClusterWeight': envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.WeightedCluster.ClusterWeight;
 'envoy.extensions.filters.network.thrift_proxy.filters.header_to_metadata.v3.HeaderToMetadata': envoy.extensions.filters.network.thrift_proxy.filters.header_to_metadata.v3.HeaderToMetadata;
 'envoy.extensions.filters.network.thrift_proxy.filters.header_to_metadata.v3.HeaderToMetadata.KeyValuePair': envoy.extensions.filters.network.thrift_proxy.filters.header_to_metadata.v3.HeaderToMetadata.KeyValuePair;
 'envoy.extensions.filters.network.thrift_proxy.filters.header_to_metadata.v3.HeaderToMetadata.Rule': envoy.extensions.filters.network.thrift_proxy.filters.header_to_metadata.v3.HeaderToMetadata.Rule;
 'envoy.extensions.filters.network.thrift_proxy.filters.payload_to_metadata.v3.PayloadToMetadata': envoy.extensions.filters.network.thrift_proxy.filters.payload_to_metadata.v3.PayloadToMetadata;
 'envoy.extensions.filters.network.thrift_proxy.filters.payload_to_metadata.v3.PayloadToMetadata.FieldSelector': envoy.extensions.filters.network.thrift_proxy.filters.payload_to_metadata.v3.PayloadToMetadata.FieldSelector;
 'envoy.extensions.filters.network.thrift_proxy.filters.payload_to_metadata.v3.PayloadToMetadata.KeyValuePair': envoy.extensions.filters.network.thrift_proxy.filters.payload_to_metadata.v3.PayloadToMetadata.KeyValuePair;
 'envoy.extensions.filters.network.thrift_proxy.filters.payload_to_metadata.v3.PayloadToMetadata.Rule': envoy.extensions.filters.network.thrift_proxy.filters.payload_to_metadata.v3.PayloadToMetadata.Rule;
 'envoy.extensions.filters.network.thrift_proxy.filters.ratelimit.v3.RateLimit': envoy.extensions.filters.network.thrift_proxy.filters.ratelimit.v3.RateLimit;
 'envoy.extensions.filters.network.thrift_proxy.router.v3.Router': envoy.extensions.filters.network.thrift_proxy.router.v3.Router;
 'envoy.extensions.filters.network.thrift_proxy.v3.Route': envoy.extensions.filters.network.thrift_proxy.v3.Route;
 'envoy.extensions.filters.network.thrift_proxy.v3.RouteAction': envoy.extensions.filters.network.thrift_proxy.v3.RouteAction;
 'envoy.extensions.filters.network.thrift_proxy.v3.RouteAction.RequestMirrorPolicy': envoy.extensions.filters.network.thrift_proxy.v3.RouteAction.RequestMirrorPolicy;
 'envoy.extensions.filters.network.thrift_proxy.v3.RouteConfiguration': envoy.extensions.filters.network.thrift_proxy.v3.RouteConfiguration;
 'envoy.extensions.filters.network.thrift_proxy.v3.RouteMatch': envoy.extensions.filters.network.thrift_proxy.v3.RouteMatch;
 'envoy.extensions.filters.network.thrift_proxy.v3.ThriftFilter': envoy.extensions.filters.network.thrift_proxy.v3.ThriftFilter;
 'envoy.extensions.filters.network.thrift_proxy.v3.ThriftProtocolOptions': envoy.extensions.filters.network.thrift_proxy.v3.ThriftProtocolOptions;
 'envoy.extensions.filters.network.thrift_proxy.v3.ThriftProxy': envoy.extensions.filters.network.thrift_proxy.v3.ThriftProxy;
 'envoy.extensions.filters.network.thrift_proxy.v3.Trds': envoy.extensions.filters.network.thrift_proxy.v3.Trds;
 'envoy.extensions.filters.network.thrift_proxy.v3.WeightedCluster': envoy.extensions.filters.network.thrift_proxy.v3.WeightedCluster;
 'envoy.extensions.filters.network.thrift_proxy.v3.WeightedCluster.ClusterWeight': envoy.extensions.filters.network.thrift_proxy.v3.WeightedCluster.ClusterWeight;
 'envoy.extensions.filters.network.wasm.v3.Wasm': envoy.extensions.filters.network.wasm.v3.Wasm;
 'envoy.extensions.filters.network.zookeeper_proxy.v3.LatencyThresholdOverride': envoy.extensions.filters.network.zookeeper_proxy.v3.LatencyThresholdOverride;
 'envoy.extensions.filters.network.zookeeper_proxy.v3.ZooKeeperProxy': envoy.extensions.filters.network.zookeeper_proxy.v3.ZooKeeperProxy;
 'envoy.extensions.filters.udp.dns_filter.v3.DnsFilterConfig': envoy.extensions.filters.udp.dns_filter.v3.DnsFilterConfig;
 'envoy.extensions.filters.udp.dns_filter.v3.DnsFilterConfig.ClientContextConfig': envoy.extensions.filters.udp.dns_filter.v3.DnsFilterConfig.ClientContextConfig;
 'envoy.extensions.filters.udp.dns_filter.v3.DnsFilterConfig.ServerContextConfig': envoy.extensions.filters.udp.dns_filter.v3.DnsFilterConfig.ServerContextConfig;
 'envoy.extensions.filters.udp.dynamic_modules.v3.DynamicModuleUdpListenerFilter': envoy.extensions.filters.udp.dynamic_modules.v3.DynamicModuleUdpListenerFilter;
 'envoy.extensions.filters.udp.udp_proxy.session.dynamic_forward_proxy.v3.FilterConfig': envoy.extensions.filters.udp.udp_proxy.session.dynamic_forward_proxy.v3.FilterConfig;
 'envoy.extensions.filters.udp.udp_proxy.session.dynamic_forward_proxy.v3.FilterConfig.BufferOptions': envoy.extensions.filters.udp.udp_proxy.session.dynamic_forward_proxy.v3.FilterConfig.BufferOptions;
 'envoy.extensions.filters.udp.udp_proxy.session.ext_authz.v3.FilterConfig': envoy.extensions.filters.udp.udp_proxy.session.ext_authz.v3.FilterConfig;
 'envoy.extensions.filters.udp.udp_proxy.session.ext_authz.v3.FilterConfig.BufferOptions': envoy.extensions.filters.udp.udp_proxy.session.ext_authz.v3.FilterConfig.BufferOptions;
 'envoy.extensions.filters.udp.udp_proxy.session.http_capsule.v3.FilterConfig': envoy.extensions.filters.udp.udp_proxy.session.http_capsule.v3.FilterConfig;
 'envoy.extensions.filters.udp.udp_proxy.v3.Route': envoy.extensions.filters.udp.udp_proxy.v3.Route;
 'envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig': envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig;
 'envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.HashPolicy': envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.HashPolicy;
 'envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.SessionFilter': envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.SessionFilter;
 'envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.UdpAccessLogOptions': envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.UdpAccessLogOptions;
 'envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.UdpTunnelingConfig': envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.UdpTunnelingConfig;
 'envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.UdpTunnelingConfig.BufferOptions': envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.UdpTunnelingConfig.BufferOptions;
 'envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.UdpTunnelingConfig.RetryOptions': envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig.UdpTunnelingConfig.RetryOptions;
 'envoy.extensions.formatter.cel.v3.Cel': envoy.extensions.formatter.cel.v3.Cel;
 'envoy.extensions.formatter.dynamic_modules.v3.DynamicModuleFormatter': envoy.extensions.formatter.dynamic_modules.v3.DynamicModuleFormatter;
 'envoy.extensions.formatter.file_content.v3.FileContent': envoy.extensions.formatter.file_content.v3.FileContent;
 'envoy.extensions.formatter.generic_secret.v3.GenericSecret': envoy.extensions.formatter.generic_secret.v3.GenericSecret;
 'envoy.extensions.formatter.metadata.v3.Metadata': envoy.extensions.formatter.metadata.v3.Metadata;
 'envoy.extensions.formatter.req_without_query.v3.ReqWithoutQuery': envoy.extensions.formatter.req_without_query.v3.ReqWithoutQuery;
 'envoy.extensions.geoip_providers.common.v3.CommonGeoipProviderConfig': envoy.extensions.geoip_providers.common.v3.CommonGeoipProviderConfig;
 'envoy.extensions.geoip_providers.common.v3.CommonGeoipProviderConfig.GeolocationFieldKeys': envoy.extensions.geoip_providers.common.v3.CommonGeoipProviderConfig.GeolocationFieldKeys;
 'envoy.extensions.geoip_providers.common.v3.CommonGeoipProviderConfig.GeolocationHeadersToAdd': envoy.extensions.geoip_providers.common.v3.CommonGeoipProviderConfig.GeolocationHeadersToAdd;
 'envoy.extensions.geoip_providers.maxmind.v3.MaxMindConfig': envoy.extensions.geoip_providers.maxmind.v3.MaxMindConfig;
 'envoy.extensions.grpc_service.call_credentials.access_token.v3.AccessTokenCredentials': envoy.extensions.grpc_service.call_credentials.access_token.v3.AccessTokenCredentials;
 'envoy.extensions.grpc_service.call_credentials.file_based_metadata.v3.FileBasedMetadataCallCredentials': envoy.extensions.grpc_service.call_credentials.file_based_metadata.v3.FileBasedMetadataCallCredentials;
 'envoy.extensions.grpc_service.call_credentials.google_compute_engine.v3.GoogleComputeEngineCredentials': envoy.extensions.grpc_service.call_credentials.google_compute_engine.v3.GoogleComputeEngineCredentials;
 'envoy.extensions.grpc_service.call_credentials.google_iam.v3.GoogleIamCredentials': envoy.extensions.grpc_service.call_credentials.google_iam.v3.GoogleIamCredentials;
 'envoy.extensions.grpc_service.call_credentials.google_refresh_token.v3.GoogleRefreshTokenCredentials': envoy.extensions.grpc_service.call_credentials.google_refresh_token.v3.GoogleRefreshTokenCredentials;
 'envoy.extensions.grpc_service.call_credentials.service_account_jwt_access.v3.ServiceAccountJwtAccessCredentials': envoy.extensions.grpc_service.call_credentials.service_account_jwt_access.v3.ServiceAccountJwtAccessCredentials;
 'envoy.extensions.grpc_service.call_credentials.sts_service.v3.StsServiceCredentials': envoy.extensions.grpc_service.call_credentials.sts_service.v3.StsServiceCredentials;
 'envoy.extensions.grpc_service.channel_credentials.google_default.v3.GoogleDefaultCredentials': envoy.extensions.grpc_service.channel_credentials.google_default.v3.GoogleDefaultCredentials;
 'envoy.extensions.grpc_service.channel_credentials.insecure.v3.InsecureCredentials': envoy.extensions.grpc_service.channel_credentials.insecure.v3.InsecureCredentials;
 'envoy.extensions.grpc_service.channel_credentials.local.v3.LocalCredentials': envoy.extensions.grpc_service.channel_credentials.local.v3.LocalCredentials;
 'envoy.extensions.grpc_service.channel_credentials.tls.v3.TlsCredentials': envoy.extensions.grpc_service.channel_credentials.tls.v3.TlsCredentials;
 'envoy.extensions.grpc_service.channel_credentials.xds.v3.XdsCredentials': envoy.extensions.grpc_service.channel_credentials.xds.v3.XdsCredentials;
 'envoy.extensions.health_check.event_sinks.file.v3.HealthCheckEventFileSink': envoy.extensions.health_check.event_sinks.file.v3.HealthCheckEventFileSink;
 'envoy.extensions.health_checkers.dynamic_modules.v3.DynamicModuleHealthCheck': envoy.extensions.health_checkers.dynamic_modules.v3.DynamicModuleHealthCheck;
 'envoy.extensions.health_checkers.redis.v3.Redis': envoy.extensions.health_checkers.redis.v3.Redis;
 'envoy.extensions.health_checkers.thrift.v3.Thrift': envoy.extensions.health_checkers.thrift.v3.Thrift;
 'envoy.extensions.health_checkers.udp.v3.UdpHealthCheck': envoy.extensions.health_checkers.udp.v3.UdpHealthCheck;
 'envoy.extensions.http.ai_filters.request_info.v3.RequestInfo': envoy.extensions.http.ai_filters.request_info.v3.RequestInfo;
 'envoy.extensions.http.ai_filters.request_info.v3.RequestInfo.TokenEstimation': envoy.extensions.http.ai_filters.request_info.v3.RequestInfo.TokenEstimation;
 'envoy.extensions.http.ai_filters.schema_validation.v3.SchemaValidation': envoy.extensions.http.ai_filters.schema_validation.v3.SchemaValidation;
 'envoy.extensions.http.ai_filters.transcoder.v3.Transcoder': envoy.extensions.http.ai_filters.transcoder.v3.Transcoder;
 'envoy.extensions.http.cache.file_system_http_cache.v3.FileSystemHttpCacheConfig': envoy.extensions.http.cache.file_system_http_cache.v3.FileSystemHttpCacheConfig;
 'envoy.extensions.http.cache.simple_http_cache.v3.SimpleHttpCacheConfig': envoy.extensions.http.cache.simple_http_cache.v3.SimpleHttpCacheConfig;
 'envoy.extensions.http.cache_v2.file_system_http_cache.v3.FileSystemHttpCacheV2Config': envoy.extensions.http.cache_v2.file_system_http_cache.v3.FileSystemHttpCacheV2Config;
 'envoy.extensions.http.cache_v2.simple_http_cache.v3.SimpleHttpCacheV2Config': envoy.extensions.http.cache_v2.simple_http_cache.v3.SimpleHttpCacheV2Config;
 'envoy.extensions.http.custom_response.local_response_policy.v3.LocalResponsePolicy': envoy.extensions.http.custom_response.local_response_policy.v3.LocalResponsePolicy;
 'envoy.extensions.http.custom_response.redirect_policy.v3.RedirectPolicy': envoy.extensions.http.custom_response.redirect_policy.v3.RedirectPolicy;
 'envoy.extensions.http.early_header_mutation.dynamic_modules.v3.DynamicModuleEarlyHeaderMutation': envoy.extensions.http.early_header_mutation.dynamic_modules.v3.DynamicModuleEarlyHeaderMutation;
 'envoy.extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation': envoy.extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation;
 'envoy.extensions.http.ext_proc.processing_request_modifiers.mapped_attribute_builder.v3.MappedAttributeBuilder': envoy.extensions.http.ext_proc.processing_request_modifiers.mapped_attribute_builder.v3.MappedAttributeBuilder;
 'envoy.extensions.http.ext_proc.response_processors.save_processing_response.v3.SaveProcessingResponse': envoy.extensions.http.ext_proc.response_processors.save_processing_response.v3.SaveProcessingResponse;
 'envoy.extensions.http.ext_proc.response_processors.save_processing_response.v3.SaveProcessingResponse.SaveOptions': envoy.extensions.http.ext_proc.response_processors.save_processing_response.v3.SaveProcessingResponse.SaveOptions;
 'envoy.extensions.http.header_formatters.dynamic_modules.v3.DynamicModuleHeaderFormatter': envoy.extensions.http.header_formatters.dynamic_modules.v3.DynamicModuleHeaderFormatter;
 'envoy.extensions.http.header_formatters.preserve_case.v3.PreserveCaseFormatterConfig': envoy.extensions.http.header_formatters.preserve_case.v3.PreserveCaseFormatterConfig;
 'envoy.extensions.http.header_validators.envoy_default.v3.HeaderValidatorConfig': envoy.extensions.http.header_validators.envoy_default.v3.HeaderValidatorConfig;
 'envoy.extensions.http.header_validators.envoy_default.v3.HeaderValidatorConfig.Http1ProtocolOptions': envoy.extensions.http.header_validators.envoy_default.v3.HeaderValidatorConfig.Http1ProtocolOptions;
 'envoy.extensions.http.header_validators.envoy_default.v3.HeaderValidatorConfig.UriPathNormalizationOptions': envoy.extensions.http.header_validators.envoy_default.v3.HeaderValidatorConfig.UriPathNormalizationOptions;
 'envoy.extensions.http.injected_credentials.generic.v3.Generic': envoy.extensions.http.injected_credentials.generic.v3.Generic;
 'envoy.extensions.http.injected_credentials.oauth2.v3.OAuth2': envoy.extensions.http.injected_credentials.oauth2.v3.OAuth2;
 'envoy.extensions.http.injected_credentials.oauth2.v3.OAuth2.ClientCredentials': envoy.extensions.http.injected_credentials.oauth2.v3.OAuth2.ClientCredentials;
 'envoy.extensions.http.injected_credentials.oauth2.v3.OAuth2.EndpointParameter': envoy.extensions.http.injected_credentials.oauth2.v3.OAuth2.EndpointParameter;
 'envoy.extensions.http.original_ip_detection.custom_header.v3.CustomHeaderConfig': envoy.extensions.http.original_ip_detection.custom_header.v3.CustomHeaderConfig;
 'envoy.extensions.http.original_ip_detection.xff.v3.XffConfig': envoy.extensions.http.original_ip_detection.xff.v3.XffConfig;
 'envoy.extensions.http.original_ip_detection.xff.v3.XffTrustedCidrs': envoy.extensions.http.original_ip_detection.xff.v3.XffTrustedCidrs;
 'envoy.extensions.http.stateful_session.cookie.v3.CookieBasedSessionState': envoy.extensions.http.stateful_session.cookie.v3.CookieBasedSessionState;
 'envoy.extensions.http.stateful_session.envelope.v3.EnvelopeSessionState': envoy.extensions.http.stateful_session.envelope.v3.EnvelopeSessionState;
 'envoy.extensions.http.stateful_session.envelope.v3.EnvelopeSessionState.Header': envoy.extensions.http.stateful_session.envelope.v3.EnvelopeSessionState.Header;
 'envoy.extensions.http.stateful_session.header.v3.HeaderBasedSessionState': envoy.extensions.http.stateful_session.header.v3.HeaderBasedSessionState;
 'envoy.extensions.internal_redirect.allow_listed_routes.v3.AllowListedRoutesConfig': envoy.extensions.internal_redirect.allow_listed_routes.v3.AllowListedRoutesConfig;
 'envoy.extensions.internal_redirect.filter_state.v3.FilterStateConfig': envoy.extensions.internal_redirect.filter_state.v3.FilterStateConfig;
 'envoy.extensions.internal_redirect.previous_routes.v3.PreviousRoutesConfig': envoy.extensions.internal_redirect.previous_routes.v3.PreviousRoutesConfig;
 'envoy.extensions.internal_redirect.safe_cross_scheme.v3.SafeCrossSchemeConfig': envoy.extensions.internal_redirect.safe_cross_scheme.v3.SafeCrossSchemeConfig;
 'envoy.extensions.key_value.file_based.v3.FileBasedKeyValueStoreConfig': envoy.extensions.key_value.file_based.v3.FileBasedKeyValueStoreConfig;
 'envoy.extensions.load_balancing_policies.client_side_weighted_round_robin.v3.ClientSideWeightedRoundRobin': envoy.extensions.load_balancing_policies.client_side_weighted_round_robin.v3.ClientSideWeightedRoundRobin;
 'envoy.extensions.load_balancing_policies.cluster_provided.v3.ClusterProvided': envoy.extensions.load_balancing_policies.cluster_provided.v3.ClusterProvided;
 'envoy.extensions.load_balancing_policies.common.v3.ConsistentHashingLbConfig': envoy.extensions.load_balancing_policies.common.v3.ConsistentHashingLbConfig;
 'envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig': envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig;
 'envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig.LocalityWeightedLbConfig': envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig.LocalityWeightedLbConfig;
 'envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig.ZoneAwareLbConfig': envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig.ZoneAwareLbConfig;
 'envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig.ZoneAwareLbConfig.ForceLocalZone': envoy.extensions.load_balancing_policies.common.v3.LocalityLbConfig.ZoneAwareLbConfig.ForceLocalZone;
 'envoy.extensions.load_balancing_policies.common.v3.OrcaOobReportingConfig': envoy.extensions.load_balancing_policies.common.v3.OrcaOobReportingConfig;
 'envoy.extensions.load_balancing_policies.common.v3.SlowStartConfig': envoy.extensions.load_balancing_policies.common.v3.SlowStartConfig;
 'envoy.extensions.load_balancing_policies.dynamic_modules.v3.DynamicModulesLoadBalancerConfig': envoy.extensions.load_balancing_policies.dynamic_modules.v3.DynamicModulesLoadBalancerConfig;
 'envoy.extensions.load_balancing_policies.least_request.v3.LeastRequest': envoy.extensions.load_balancing_policies.least_request.v3.LeastRequest;
 'envoy.extensions.load_balancing_policies.load_aware_locality.v3.LoadAwareLocality': envoy.extensions.load_balancing_policies.load_aware_locality.v3.LoadAwareLocality;
 'envoy.extensions.load_balancing_policies.maglev.v3.Maglev': envoy.extensions.load_balancing_policies.maglev.v3.Maglev;
 'envoy.extensions.load_balancing_policies.override_host.v3.OverrideHost': envoy.extensions.load_balancing_policies.override_host.v3.OverrideHost;
 'envoy.extensions.load_balancing_policies.override_host.v3.OverrideHost.OverrideHostSource': envoy.extensions.load_balancing_policies.override_host.v3.OverrideHost.OverrideHostSource;
 'envoy.extensions.load_balancing_policies.pick_first.v3.PickFirst': envoy.extensions.load_balancing_policies.pick_first.v3.PickFirst;
 'envoy.extensions.load_balancing_policies.random.v3.Random': envoy.extensions.load_balancing_policies.random.v3.Random;
 'envoy.extensions.load_balancing_policies.random_subsetting.v3.RandomSubsetting': envoy.extensions.load_balancing_policies.random_subsetting.v3.RandomSubsetting;
 'envoy.extensions.load_balancing_policies.ring_hash.v3.RingHash': envoy.extensions.load_balancing_policies.ring_hash.v3.RingHash;
 'envoy.extensions.load_balancing_policies.round_robin.v3.RoundRobin': envoy.extensions.load_balancing_policies.round_robin.v3.RoundRobin;
 'envoy.extensions.load_balancing_policies.subset.v3.Subset': envoy.extensions.load_balancing_policies.subset.v3.Subset;
 'envoy.extensions.load_balancing_policies.subset.v3.Subset.LbSubsetSelector': envoy.extensions.load_balancing_policies.subset.v3.Subset.LbSubsetSelector;
 'envoy.extensions.load_balancing_policies.wrr_locality.v3.WrrLocality': envoy.extensions.load_balancing_policies.wrr_locality.v3.WrrLocality;
 'envoy.extensions.local_address_selectors.filter_state_override.v3.Config': envoy.extensions.local_address_selectors.filter_state_override.v3.Config;
 'envoy.extensions.matching.actions.transform_stat.v3.TransformStat': envoy.extensions.matching.actions.transform_stat.v3.TransformStat;
 'envoy.extensions.matching.actions.transform_stat.v3.TransformStat.DropStat': envoy.extensions.matching.actions.transform_stat.v3.TransformStat.DropStat;
 'envoy.extensions.matching.actions.transform_stat.v3.TransformStat.DropTag': envoy.extensions.matching.actions.transform_stat.v3.TransformStat.DropTag;
 'envoy.extensions.matching.actions.transform_stat.v3.TransformStat.UpdateTag': envoy.extensions.matching.actions.transform_stat.v3.TransformStat.UpdateTag;
 'envoy.extensions.matching.common_inputs.environment_variable.v3.Config': envoy.extensions.matching.common_inputs.environment_variable.v3.Config;
 'envoy.extensions.matching.common_inputs.network.v3.ApplicationProtocolInput': envoy.extensions.matching.common_inputs.network.v3.ApplicationProtocolInput;
 'envoy.extensions.matching.common_inputs.network.v3.DestinationIPInput': envoy.extensions.matching.common_inputs.network.v3.DestinationIPInput;
 'envoy.extensions.matching.common_inputs.network.v3.DestinationPortInput': envoy.extensions.matching.common_inputs.network.v3.DestinationPortInput;
 'envoy.extensions.matching.common_inputs.network.v3.DirectSourceIPInput': envoy.extensions.matching.common_inputs.network.v3.DirectSourceIPInput;
 'envoy.extensions.matching.common_inputs.network.v3.DynamicMetadataInput': envoy.extensions.matching.common_inputs.network.v3.DynamicMetadataInput;
 'envoy.extensions.matching.common_inputs.network.v3.DynamicMetadataInput.PathSegment': envoy.extensions.matching.common_inputs.network.v3.DynamicMetadataInput.PathSegment;
 'envoy.extensions.matching.common_inputs.network.v3.FilterStateInput': envoy.extensions.matching.common_inputs.network.v3.FilterStateInput;
 'envoy.extensions.matching.common_inputs.network.v3.NetworkNamespaceInput': envoy.extensions.matching.common_inputs.network.v3.NetworkNamespaceInput;
 'envoy.extensions.matching.common_inputs.network.v3.ServerNameInput': envoy.extensions.matching.common_inputs.network.v3.ServerNameInput;
 'envoy.extensions.matching.common_inputs.network.v3.SourceIPInput': envoy.extensions.matching.common_inputs.network.v3.SourceIPInput;
 'envoy.extensions.matching.common_inputs.network.v3.SourcePortInput': envoy.extensions.matching.common_inputs.network.v3.SourcePortInput;
 'envoy.extensions.matching.common_inputs.network.v3.SourceTypeInput': envoy.extensions.matching.common_inputs.network.v3.SourceTypeInput;
 'envoy.extensions.matching.common_inputs.network.v3.TransportProtocolInput': envoy.extensions.matching.common_inputs.network.v3.TransportProtocolInput;
 'envoy.extensions.matching.common_inputs.ssl.v3.DnsSanInput': envoy.extensions.matching.common_inputs.ssl.v3.DnsSanInput;
 'envoy.extensions.matching.common_inputs.ssl.v3.SubjectInput': envoy.extensions.matching.common_inputs.ssl.v3.SubjectInput;
 'envoy.extensions.matching.common_inputs.ssl.v3.UriSanInput': envoy.extensions.matching.common_inputs.ssl.v3.UriSanInput;
 'envoy.extensions.matching.common_inputs.stats.v3.StatFullNameMatchInput': envoy.extensions.matching.common_inputs.stats.v3.StatFullNameMatchInput;
 'envoy.extensions.matching.common_inputs.stats.v3.StatTagValueInput': envoy.extensions.matching.common_inputs.stats.v3.StatTagValueInput;
 'envoy.extensions.matching.common_inputs.transport_socket.v3.EndpointMetadataInput': envoy.extensions.matching.common_inputs.transport_socket.v3.EndpointMetadataInput;
 'envoy.extensions.matching.common_inputs.transport_socket.v3.EndpointMetadataInput.PathSegment': envoy.extensions.matching.common_inputs.transport_socket.v3.EndpointMetadataInput.PathSegment;
 'envoy.extensions.matching.common_inputs.transport_socket.v3.FilterStateInput': envoy.extensions.matching.common_inputs.transport_socket.v3.FilterStateInput;
 'envoy.extensions.matching.common_inputs.transport_socket.v3.LocalityMetadataInput': envoy.extensions.matching.common_inputs.transport_socket.v3.LocalityMetadataInput;
 'envoy.extensions.matching.common_inputs.transport_socket.v3.LocalityMetadataInput.PathSegment': envoy.extensions.matching.common_inputs.transport_socket.v3.LocalityMetadataInput.PathSegment;
 'envoy.extensions.matching.common_inputs.transport_socket.v3.TransportSocketNameAction': envoy.extensions.matching.common_inputs.transport_socket.v3.TransportSocketNameAction;
 'envoy.extensions.matching.http.dynamic_modules.v3.DynamicModuleDataInput': envoy.extensions.matching.http.dynamic_modules.v3.DynamicModuleDataInput;
 'envoy.extensions.matching.http.dynamic_modules.v3.HttpDynamicModuleMatchInput': envoy.extensions.matching.http.dynamic_modules.v3.HttpDynamicModuleMatchInput;
 'envoy.extensions.matching.input_matchers.consistent_hashing.v3.ConsistentHashing': envoy.extensions.matching.input_matchers.consistent_hashing.v3.ConsistentHashing;
 'envoy.extensions.matching.input_matchers.dynamic_modules.v3.DynamicModuleMatcher': envoy.extensions.matching.input_matchers.dynamic_modules.v3.DynamicModuleMatcher;
 'envoy.extensions.matching.input_matchers.ip.v3.Ip': envoy.extensions.matching.input_matchers.ip.v3.Ip;
 'envoy.extensions.matching.input_matchers.metadata.v3.Metadata': envoy.extensions.matching.input_matchers.metadata.v3.Metadata;
 'envoy.extensions.matching.input_matchers.runtime_fraction.v3.RuntimeFraction': envoy.extensions.matching.input_matchers.runtime_fraction.v3.RuntimeFraction;
 'envoy.extensions.network.dns_resolver.apple.v3.AppleDnsResolverConfig': envoy.extensions.network.dns_resolver.apple.v3.AppleDnsResolverConfig;
 'envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig': envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig;
 'envoy.extensions.network.dns_resolver.getaddrinfo.v3.GetAddrInfoDnsResolverConfig': envoy.extensions.network.dns_resolver.getaddrinfo.v3.GetAddrInfoDnsResolverConfig;
 'envoy.extensions.network.dns_resolver.hickory.v3.DnsOverHttpsConfig': envoy.extensions.network.dns_resolver.hickory.v3.DnsOverHttpsConfig;
 'envoy.extensions.network.dns_resolver.hickory.v3.DnsOverTlsConfig': envoy.extensions.network.dns_resolver.hickory.v3.DnsOverTlsConfig;
 'envoy.extensions.network.dns_resolver.hickory.v3.HickoryDnsResolverConfig': envoy.extensions.network.dns_resolver.hickory.v3.HickoryDnsResolverConfig;
 'envoy.extensions.network.socket_interface.sockmap.v3.Sockmap': envoy.extensions.network.socket_interface.sockmap.v3.Sockmap;
 'envoy.extensions.network.socket_interface.v3.DefaultSocketInterface': envoy.extensions.network.socket_interface.v3.DefaultSocketInterface;
 'envoy.extensions.network.socket_interface.v3.IoUringOptions': envoy.extensions.network.socket_interface.v3.IoUringOptions;
 'envoy.extensions.outlier_detection_monitors.common.v3.DatabaseErrors': envoy.extensions.outlier_detection_monitors.common.v3.DatabaseErrors;
 'envoy.extensions.outlier_detection_monitors.common.v3.ErrorBuckets': envoy.extensions.outlier_detection_monitors.common.v3.ErrorBuckets;
 'envoy.extensions.outlier_detection_monitors.common.v3.HttpErrors': envoy.extensions.outlier_detection_monitors.common.v3.HttpErrors;
 'envoy.extensions.outlier_detection_monitors.common.v3.LocalOriginErrors': envoy.extensions.outlier_detection_monitors.common.v3.LocalOriginErrors;
 'envoy.extensions.outlier_detection_monitors.consecutive_errors.v3.ConsecutiveErrors': envoy.extensions.outlier_detection_monitors.consecutive_errors.v3.ConsecutiveErrors;
 'envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig': envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig;
 'envoy.extensions.path.rewrite.uri_template.v3.UriTemplateRewriteConfig': envoy.extensions.path.rewrite.uri_template.v3.UriTemplateRewriteConfig;
 'envoy.extensions.queue_policy.fifo.v3.FifoQueuePolicyConfig': envoy.extensions.queue_policy.fifo.v3.FifoQueuePolicyConfig;
 'envoy.extensions.quic.client_writer_factory.v3.DefaultClientWriter': envoy.extensions.quic.client_writer_factory.v3.DefaultClientWriter;
 'envoy.extensions.quic.connection_debug_visitor.quic_stats.v3.Config': envoy.extensions.quic.connection_debug_visitor.quic_stats.v3.Config;
 'envoy.extensions.quic.connection_debug_visitor.v3.BasicConfig': envoy.extensions.quic.connection_debug_visitor.v3.BasicConfig;
 'envoy.extensions.quic.connection_id_generator.quic_lb.v3.Config': envoy.extensions.quic.connection_id_generator.quic_lb.v3.Config;
 'envoy.extensions.quic.connection_id_generator.v3.DeterministicConnectionIdGeneratorConfig': envoy.extensions.quic.connection_id_generator.v3.DeterministicConnectionIdGeneratorConfig;
 'envoy.extensions.quic.crypto_stream.v3.CryptoServerStreamConfig': envoy.extensions.quic.crypto_stream.v3.CryptoServerStreamConfig;
 'envoy.extensions.quic.proof_source.v3.ProofSourceConfig': envoy.extensions.quic.proof_source.v3.ProofSourceConfig;
 'envoy.extensions.quic.server_preferred_address.v3.DataSourceServerPreferredAddressConfig': envoy.extensions.quic.server_preferred_address.v3.DataSourceServerPreferredAddressConfig;
 'envoy.extensions.quic.server_preferred_address.v3.DataSourceServerPreferredAddressConfig.AddressFamilyConfig': envoy.extensions.quic.server_preferred_address.v3.DataSourceServerPreferredAddressConfig.AddressFamilyConfig;
 'envoy.extensions.quic.server_preferred_address.v3.FixedServerPreferredAddressConfig': envoy.extensions.quic.server_preferred_address.v3.FixedServerPreferredAddressConfig;
 'envoy.extensions.quic.server_preferred_address.v3.FixedServerPreferredAddressConfig.AddressFamilyConfig': envoy.extensions.quic.server_preferred_address.v3.FixedServerPreferredAddressConfig.AddressFamilyConfig;
 'envoy.extensions.rate_limit_descriptors.expr.v3.Descriptor': envoy.extensions.rate_limit_descriptors.expr.v3.Descriptor;
 'envoy.extensions.rate_limit_descriptors.jwt_claim.v3.Descriptor': envoy.extensions.rate_limit_descriptors.jwt_claim.v3.Descriptor;
 'envoy.extensions.rbac.audit_loggers.stream.v3.StdoutAuditLog': envoy.extensions.rbac.audit_loggers.stream.v3.StdoutAuditLog;
 'envoy.extensions.rbac.matchers.upstream_ip_port.v3.UpstreamIpPortMatcher': envoy.extensions.rbac.matchers.upstream_ip_port.v3.UpstreamIpPortMatcher;
 'envoy.extensions.rbac.principals.mtls_authenticated.v3.Config': envoy.extensions.rbac.principals.mtls_authenticated.v3.Config;
 'envoy.extensions.regex_engines.v3.GoogleRE2': envoy.extensions.regex_engines.v3.GoogleRE2;
 'envoy.extensions.request_id.uuid.v3.UuidRequestIdConfig': envoy.extensions.request_id.uuid.v3.UuidRequestIdConfig;
 'envoy.extensions.resource_monitors.cgroup_memory.v3.CgroupMemoryConfig': envoy.extensions.resource_monitors.cgroup_memory.v3.CgroupMemoryConfig;
 'envoy.extensions.resource_monitors.cpu_utilization.v3.CpuUtilizationConfig': envoy.extensions.resource_monitors.cpu_utilization.v3.CpuUtilizationConfig;
 'envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig': envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig;
 'envoy.extensions.resource_monitors.fixed_heap.v3.FixedHeapConfig': envoy.extensions.resource_monitors.fixed_heap.v3.FixedHeapConfig;
 'envoy.extensions.resource_monitors.injected_resource.v3.InjectedResourceConfig': envoy.extensions.resource_monitors.injected_resource.v3.InjectedResourceConfig;
 'envoy.extensions.retry.host.omit_canary_hosts.v3.OmitCanaryHostsPredicate': envoy.extensions.retry.host.omit_canary_hosts.v3.OmitCanaryHostsPredicate;
 'envoy.extensions.retry.host.omit_host_metadata.v3.OmitHostMetadataConfig': envoy.extensions.retry.host.omit_host_metadata.v3.OmitHostMetadataConfig;
 'envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate': envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate;
 'envoy.extensions.retry.priority.previous_priorities.v3.PreviousPrioritiesConfig': envoy.extensions.retry.priority.previous_priorities.v3.PreviousPrioritiesConfig;
 'envoy.extensions.router.cluster_specifiers.dynamic_modules.v3.DynamicModuleClusterSpecifier': envoy.extensions.router.cluster_specifiers.dynamic_modules.v3.DynamicModuleClusterSpecifier;
 'envoy.extensions.router.cluster_specifiers.dynamic_modules.v3.RouteActionOverride': envoy.extensions.router.cluster_specifiers.dynamic_modules.v3.RouteActionOverride;
 'envoy.extensions.router.cluster_specifiers.lua.v3.LuaConfig': envoy.extensions.router.cluster_specifiers.lua.v3.LuaConfig;
 'envoy.extensions.router.cluster_specifiers.matcher.v3.ClusterAction': envoy.extensions.router.cluster_specifiers.matcher.v3.ClusterAction;
 'envoy.extensions.router.cluster_specifiers.matcher.v3.MatcherClusterSpecifier': envoy.extensions.router.cluster_specifiers.matcher.v3.MatcherClusterSpecifier;
 'envoy.extensions.router.cluster_specifiers.priority_group.v3.ClusterWeight': envoy.extensions.router.cluster_specifiers.priority_group.v3.ClusterWeight;
 'envoy.extensions.router.cluster_specifiers.priority_group.v3.PriorityGroup': envoy.extensions.router.cluster_specifiers.priority_group.v3.PriorityGroup;
 'envoy.extensions.router.cluster_specifiers.priority_group.v3.PriorityGroupClusterSpecifier': envoy.extensions.router.cluster_specifiers.priority_group.v3.PriorityGroupClusterSpecifier;
 'envoy.extensions.router.cluster_specifiers.priority_group.v3.PriorityGroupsOverride': envoy.extensions.router.cluster_specifiers.priority_group.v3.PriorityGroupsOverride;
 'envoy.extensions.router.route_specifiers.dynamic_modules.v3.DynamicModuleRouteSpecifier': envoy.extensions.router.route_specifiers.dynamic_modules.v3.DynamicModuleRouteSpecifier;
 'envoy.extensions.router.route_specifiers.dynamic_modules.v3.RouteOverride': envoy.extensions.router.route_specifiers.dynamic_modules.v3.RouteOverride;
 'envoy.extensions.router.route_specifiers.dynamic_modules.v3.RouteTemplate': envoy.extensions.router.route_specifiers.dynamic_modules.v3.RouteTemplate;
 'envoy.extensions.stat_sinks.dynamic_modules.v3.DynamicModuleStatsSink': envoy.extensions.stat_sinks.dynamic_modules.v3.DynamicModuleStatsSink;
 'envoy.extensions.stat_sinks.graphite_statsd.v3.GraphiteStatsdSink': envoy.extensions.stat_sinks.graphite_statsd.v3.GraphiteStatsdSink;
 'envoy.extensions.stat_sinks.open_telemetry.v3.SinkConfig': envoy.extensions.stat_sinks.open_telemetry.v3.SinkConfig;
 'envoy.extensions.stat_sinks.open_telemetry.v3.SinkConfig.ConversionAction': envoy.extensions.stat_sinks.open_telemetry.v3.SinkConfig.ConversionAction;
 'envoy.extensions.stat_sinks.open_telemetry.v3.SinkConfig.DropAction': envoy.extensions.stat_sinks.open_telemetry.v3.SinkConfig.DropAction;
 'envoy.extensions.stat_sinks.wasm.v3.Wasm': envoy.extensions.stat_sinks.wasm.v3.Wasm;
 'envoy.extensions.string_matcher.lua.v3.Lua': envoy.extensions.string_matcher.lua.v3.Lua;
 'envoy.extensions.tracers.dynamic_modules.v3.DynamicModuleTracer': envoy.extensions.tracers.dynamic_modules.v3.DynamicModuleTracer;
 'envoy.extensions.tracers.fluentd.v3.FluentdConfig': envoy.extensions.tracers.fluentd.v3.FluentdConfig;
 'envoy.extensions.tracers.opentelemetry.resource_detectors.v3.DynatraceResourceDetectorConfig': envoy.extensions.tracers.opentelemetry.resource_detectors.v3.DynatraceResourceDetectorConfig;
 'envoy.extensions.tracers.opentelemetry.resource_detectors.v3.EnvironmentResourceDetectorConfig': envoy.extensions.tracers.opentelemetry.resource_detectors.v3.EnvironmentResourceDetectorConfig;
 'envoy.extensions.tracers.opentelemetry.resource_detectors.v3.StaticConfigResourceDetectorConfig': envoy.extensions.tracers.opentelemetry.resource_detectors.v3.StaticConfigResourceDetectorConfig;
 'envoy.extensions.tracers.opentelemetry.samplers.v3.AlwaysOnSamplerConfig': envoy.extensions.tracers.opentelemetry.samplers.v3.AlwaysOnSamplerConfig;
 'envoy.extensions.tracers.opentelemetry.samplers.v3.CELSamplerConfig': envoy.extensions.tracers.opentelemetry.samplers.v3.CELSamplerConfig;
 'envoy.extensions.tracers.opentelemetry.samplers.v3.DynatraceSamplerConfig': envoy.extensions.tracers.opentelemetry.samplers.v3.DynatraceSamplerConfig;
 'envoy.extensions.tracers.opentelemetry.samplers.v3.ParentBasedSamplerConfig': envoy.extensions.tracers.opentelemetry.samplers.v3.ParentBasedSamplerConfig;
 'envoy.extensions.tracers.opentelemetry.samplers.v3.TraceIdRatioBasedSamplerConfig': envoy.extensions.tracers.opentelemetry.samplers.v3.TraceIdRatioBasedSamplerConfig;
 'envoy.extensions.transport_sockets.alts.v3.Alts': envoy.extensions.transport_sockets.alts.v3.Alts;
 'envoy.extensions.transport_sockets.dynamic_modules.v3.DynamicModuleTransportSocket': envoy.extensions.transport_sockets.dynamic_modules.v3.DynamicModuleTransportSocket;
 'envoy.extensions.transport_sockets.http_11_proxy.v3.Http11ProxyUpstreamTransport': envoy.extensions.transport_sockets.http_11_proxy.v3.Http11ProxyUpstreamTransport;
 'envoy.extensions.transport_sockets.internal_upstream.v3.InternalUpstreamTransport': envoy.extensions.transport_sockets.internal_upstream.v3.InternalUpstreamTransport;
 'envoy.extensions.transport_sockets.internal_upstream.v3.InternalUpstreamTransport.MetadataValueSource': envoy.extensions.transport_sockets.internal_upstream.v3.InternalUpstreamTransport.MetadataValueSource;
 'envoy.extensions.transport_sockets.proxy_protocol.v3.ProxyProtocolUpstreamTransport': envoy.extensions.transport_sockets.proxy_protocol.v3.ProxyProtocolUpstreamTransport;
 'envoy.extensions.transport_sockets.quic.v3.QuicDownstreamTransport': envoy.extensions.transport_sockets.quic.v3.QuicDownstreamTransport;
 'envoy.extensions.transport_sockets.quic.v3.QuicUpstreamTransport': envoy.extensions.transport_sockets.quic.v3.QuicUpstreamTransport;
 'envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer': envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer;
 'envoy.extensions.transport_sockets.s2a.v3.S2AConfiguration': envoy.extensions.transport_sockets.s2a.v3.S2AConfiguration;
 'envoy.extensions.transport_sockets.starttls.v3.StartTlsConfig': envoy.extensions.transport_sockets.starttls.v3.StartTlsConfig;
 'envoy.extensions.transport_sockets.starttls.v3.UpstreamStartTlsConfig': envoy.extensions.transport_sockets.starttls.v3.UpstreamStartTlsConfig;
 'envoy.extensions.transport_sockets.tap.v3.SocketTapConfig': envoy.extensions.transport_sockets.tap.v3.SocketTapConfig;
 'envoy.extensions.transport_sockets.tap.v3.Tap': envoy.extensions.transport_sockets.tap.v3.Tap;
 'envoy.extensions.transport_sockets.tcp_stats.v3.Config': envoy.extensions.transport_sockets.tcp_stats.v3.Config;
 'envoy.extensions.transport_sockets.tls.cert_mappers.filter_state_override.v3.Config': envoy.extensions.transport_sockets.tls.cert_mappers.filter_state_override.v3.Config;
 'envoy.extensions.transport_sockets.tls.cert_mappers.sni.v3.SNI': envoy.extensions.transport_sockets.tls.cert_mappers.sni.v3.SNI;
 'envoy.extensions.transport_sockets.tls.cert_mappers.static_name.v3.StaticName': envoy.extensions.transport_sockets.tls.cert_mappers.static_name.v3.StaticName;
 'envoy.extensions.transport_sockets.tls.cert_selectors.on_demand_secret.v3.Config': envoy.extensions.transport_sockets.tls.cert_selectors.on_demand_secret.v3.Config;
 'envoy.extensions.transport_sockets.tls.cert_validator.dynamic_modules.v3.DynamicModuleCertValidatorConfig': envoy.extensions.transport_sockets.tls.cert_validator.dynamic_modules.v3.DynamicModuleCertValidatorConfig;
 'envoy.extensions.transport_sockets.tls.handshakers.dynamic_modules.v3.DynamicModuleTlsHandshaker': envoy.extensions.transport_sockets.tls.handshakers.dynamic_modules.v3.DynamicModuleTlsHandshaker;
 'envoy.extensions.transport_sockets.tls.v3.CertificateProviderPluginInstance': envoy.extensions.transport_sockets.tls.v3.CertificateProviderPluginInstance;
 'envoy.extensions.transport_sockets.tls.v3.CertificateValidationContext': envoy.extensions.transport_sockets.tls.v3.CertificateValidationContext;
 'envoy.extensions.transport_sockets.tls.v3.CertificateValidationContext.SystemRootCerts': envoy.extensions.transport_sockets.tls.v3.CertificateValidationContext.SystemRootCerts;
 'envoy.extensions.transport_sockets.tls.v3.CommonTlsContext': envoy.extensions.transport_sockets.tls.v3.CommonTlsContext;
 'envoy.extensions.transport_sockets.tls.v3.CommonTlsContext.CertificateProvider': envoy.extensions.transport_sockets.tls.v3.CommonTlsContext.CertificateProvider;
 'envoy.extensions.transport_sockets.tls.v3.CommonTlsContext.CertificateProviderInstance': envoy.extensions.transport_sockets.tls.v3.CommonTlsContext.CertificateProviderInstance;
 'envoy.extensions.transport_sockets.tls.v3.CommonTlsContext.CombinedCertificateValidationContext': envoy.extensions.transport_sockets.tls.v3.CommonTlsContext.CombinedCertificateValidationContext;
 'envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext': envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext;
 'envoy.extensions.transport_sockets.tls.v3.GenericSecret': envoy.extensions.transport_sockets.tls.v3.GenericSecret;
 'envoy.extensions.transport_sockets.tls.v3.PrivateKeyProvider': envoy.extensions.transport_sockets.tls.v3.PrivateKeyProvider;
 'envoy.extensions.transport_sockets.tls.v3.SPIFFECertValidatorConfig': envoy.extensions.transport_sockets.tls.v3.SPIFFECertValidatorConfig;
 'envoy.extensions.transport_sockets.tls.v3.SPIFFECertValidatorConfig.TrustDomain': envoy.extensions.transport_sockets.tls.v3.SPIFFECertValidatorConfig.TrustDomain;
 'envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig': envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig;
 'envoy.extensions.transport_sockets.tls.v3.Secret': envoy.extensions.transport_sockets.tls.v3.Secret;
 'envoy.extensions.transport_sockets.tls.v3.SubjectAltNameMatcher': envoy.extensions.transport_sockets.tls.v3.SubjectAltNameMatcher;
 'envoy.extensions.transport_sockets.tls.v3.TlsCertificate': envoy.extensions.transport_sockets.tls.v3.TlsCertificate;
 'envoy.extensions.transport_sockets.tls.v3.TlsKeyLog': envoy.extensions.transport_sockets.tls.v3.TlsKeyLog;
 'envoy.extensions.transport_sockets.tls.v3.TlsParameters': envoy.extensions.transport_sockets.tls.v3.TlsParameters;
 'envoy.extensions.transport_sockets.tls.v3.TlsSessionTicketKeys': envoy.extensions.transport_sockets.tls.v3.TlsSessionTicketKeys;
 'envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext': envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext;
 'envoy.extensions.udp_packet_writer.v3.UdpDefaultWriterFactory': envoy.extensions.udp_packet_writer.v3.UdpDefaultWriterFactory;
 'envoy.extensions.udp_packet_writer.v3.UdpGsoBatchWriterFactory': envoy.extensions.udp_packet_writer.v3.UdpGsoBatchWriterFactory;
 'envoy.extensions.upstreams.http.dynamic_modules.v3.Config': envoy.extensions.upstreams.http.dynamic_modules.v3.Config;
 'envoy.extensions.upstreams.http.generic.v3.GenericConnectionPoolProto': envoy.extensions.upstreams.http.generic.v3.GenericConnectionPoolProto;
 'envoy.extensions.upstreams.http.http.v3.HttpConnectionPoolProto': envoy.extensions.upstreams.http.http.v3.HttpConnectionPoolProto;
 'envoy.extensions.upstreams.http.reverse_tunnel.v3.ReverseTunnelUpstreamCodecOptions': envoy.extensions.upstreams.http.reverse_tunnel.v3.ReverseTunnelUpstreamCodecOptions;
 'envoy.extensions.upstreams.http.tcp.v3.TcpConnectionPoolProto': envoy.extensions.upstreams.http.tcp.v3.TcpConnectionPoolProto;
 'envoy.extensions.upstreams.http.udp.v3.UdpConnectionPoolProto': envoy.extensions.upstreams.http.udp.v3.UdpConnectionPoolProto;
 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': envoy.extensions.upstreams.http.v3.HttpProtocolOptions;
 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions.AutoHttpConfig': envoy.extensions.upstreams.http.v3.HttpProtocolOptions.AutoHttpConfig;
 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions.ExplicitHttpConfig': envoy.extensions.upstreams.http.v3.HttpProtocolOptions.ExplicitHttpConfig;
 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions.OutlierDetection': envoy.extensions.upstreams.http.v3.HttpProtocolOptions.OutlierDetection;
 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions.UseDownstreamHttpConfig': envoy.extensions.upstreams.http.v3.HttpProtocolOptions.UseDownstreamHttpConfig;
 'envoy.extensions.upstreams.tcp.generic.v3.GenericConnectionPoolProto': envoy.extensions.upstreams.tcp.generic.v3.GenericConnectionPoolProto;
 'envoy.extensions.upstreams.tcp.v3.TcpProtocolOptions': envoy.extensions.upstreams.tcp.v3.TcpProtocolOptions;
 'envoy.extensions.wasm.v3.CapabilityRestrictionConfig': envoy.extensions.wasm.v3.CapabilityRestrictionConfig;
 'envoy.extensions.wasm.v3.EnvironmentVariables': envoy.extensions.wasm.v3.EnvironmentVariables;
 'envoy.extensions.wasm.v3.PluginConfig': envoy.extensions.wasm.v3.PluginConfig;
 'envoy.extensions.wasm.v3.ReloadConfig': envoy.extensions.wasm.v3.ReloadConfig;
 'envoy.extensions.wasm.v3.SanitizationConfig': envoy.extensions.wasm.v3.SanitizationConfig;
 'envoy.extensions.wasm.v3.VmConfig': envoy.extensions.wasm.v3.VmConfig;
 'envoy.extensions.wasm.v3.WasmService': envoy.extensions.wasm.v3.WasmService;
 'envoy.extensions.watchdog.backtrace_action.v3.BacktraceActionConfig': envoy.extensions.watchdog.backtrace_action.v3.BacktraceActionConfig;
 'envoy.extensions.watchdog.profile_action.v3.ProfileActionConfig': envoy.extensions.watchdog.profile_action.v3.ProfileActionConfig;
 'envoy.service.accesslog.v3.StreamAccessLogsMessage': envoy.service.accesslog.v3.StreamAccessLogsMessage;
 'envoy.service.accesslog.v3.StreamAccessLogsMessage.HTTPAccessLogEntries': envoy.service.accesslog.v3.StreamAccessLogsMessage.HTTPAccessLogEntries;
 'envoy.service.accesslog.v3.StreamAccessLogsMessage.Identifier': envoy.service.accesslog.v3.StreamAccessLogsMessage.Identifier;
 'envoy.service.accesslog.v3.StreamAccessLogsMessage.TCPAccessLogEntries': envoy.service.accesslog.v3.StreamAccessLogsMessage.TCPAccessLogEntries;
 'envoy.service.accesslog.v3.StreamAccessLogsResponse': envoy.service.accesslog.v3.StreamAccessLogsResponse;
 'envoy.service.auth.v3.AttributeContext': envoy.service.auth.v3.AttributeContext;
 'envoy.service.auth.v3.AttributeContext.HttpRequest': envoy.service.auth.v3.AttributeContext.HttpRequest;
 'envoy.service.auth.v3.AttributeContext.Peer': envoy.service.auth.v3.AttributeContext.Peer;
 'envoy.service.auth.v3.AttributeContext.Request': envoy.service.auth.v3.AttributeContext.Request;
 'envoy.service.auth.v3.AttributeContext.TLSSession': envoy.service.auth.v3.AttributeContext.TLSSession;
 'envoy.service.auth.v3.CheckRequest': envoy.service.auth.v3.CheckRequest;
 'envoy.service.auth.v3.CheckResponse': envoy.service.auth.v3.CheckResponse;
 'envoy.service.auth.v3.DeniedHttpResponse': envoy.service.auth.v3.DeniedHttpResponse;
 'envoy.service.auth.v3.OkHttpResponse': envoy.service.auth.v3.OkHttpResponse;
 'envoy.service.cluster.v3.CdsDummy': envoy.service.cluster.v3.CdsDummy;
 'envoy.service.discovery.v3.AdsDummy': envoy.service.discovery.v3.AdsDummy;
 'envoy.service.discovery.v3.DeltaDiscoveryRequest': envoy.service.discovery.v3.DeltaDiscoveryRequest;
 'envoy.service.discovery.v3.DeltaDiscoveryResponse': envoy.service.discovery.v3.DeltaDiscoveryResponse;
 'envoy.service.discovery.v3.DiscoveryRequest': envoy.service.discovery.v3.DiscoveryRequest;
 'envoy.service.discovery.v3.DiscoveryResponse': envoy.service.discovery.v3.DiscoveryResponse;
 'envoy.service.discovery.v3.DynamicParameterConstraints': envoy.service.discovery.v3.DynamicParameterConstraints;
 'envoy.service.discovery.v3.DynamicParameterConstraints.ConstraintList': envoy.service.discovery.v3.DynamicParameterConstraints.ConstraintList;
 'envoy.service.discovery.v3.DynamicParameterConstraints.SingleConstraint': envoy.service.discovery.v3.DynamicParameterConstraints.SingleConstraint;
 'envoy.service.discovery.v3.DynamicParameterConstraints.SingleConstraint.Exists': envoy.service.discovery.v3.DynamicParameterConstraints.SingleConstraint.Exists;
 'envoy.service.discovery.v3.Resource': envoy.service.discovery.v3.Resource;
 'envoy.service.discovery.v3.Resource.CacheControl': envoy.service.discovery.v3.Resource.CacheControl;
 'envoy.service.discovery.v3.ResourceError': envoy.service.discovery.v3.ResourceError;
 'envoy.service.discovery.v3.ResourceLocator': envoy.service.discovery.v3.ResourceLocator;
 'envoy.service.discovery.v3.ResourceName': envoy.service.discovery.v3.ResourceName;
 'envoy.service.endpoint.v3.EdsDummy': envoy.service.endpoint.v3.EdsDummy;
 'envoy.service.endpoint.v3.LedsDummy': envoy.service.endpoint.v3.LedsDummy;
 'envoy.service.event_reporting.v3.StreamEventsRequest': envoy.service.event_reporting.v3.StreamEventsRequest;
 'envoy.service.event_reporting.v3.StreamEventsRequest.Identifier': envoy.service.event_reporting.v3.StreamEventsRequest.Identifier;
 'envoy.service.event_reporting.v3.StreamEventsResponse': envoy.service.event_reporting.v3.StreamEventsResponse;
 'envoy.service.ext_proc.v3.BodyMutation': envoy.service.ext_proc.v3.BodyMutation;
 'envoy.service.ext_proc.v3.BodyResponse': envoy.service.ext_proc.v3.BodyResponse;
 'envoy.service.ext_proc.v3.CommonResponse': envoy.service.ext_proc.v3.CommonResponse;
 'envoy.service.ext_proc.v3.GrpcStatus': envoy.service.ext_proc.v3.GrpcStatus;
 'envoy.service.ext_proc.v3.HeaderMutation': envoy.service.ext_proc.v3.HeaderMutation;
 'envoy.service.ext_proc.v3.HeadersResponse': envoy.service.ext_proc.v3.HeadersResponse;
 'envoy.service.ext_proc.v3.HttpBody': envoy.service.ext_proc.v3.HttpBody;
 'envoy.service.ext_proc.v3.HttpHeaders': envoy.service.ext_proc.v3.HttpHeaders;
 'envoy.service.ext_proc.v3.HttpTrailers': envoy.service.ext_proc.v3.HttpTrailers;
 'envoy.service.ext_proc.v3.ImmediateResponse': envoy.service.ext_proc.v3.ImmediateResponse;
 'envoy.service.ext_proc.v3.ProcessingRequest': envoy.service.ext_proc.v3.ProcessingRequest;
 'envoy.service.ext_proc.v3.ProcessingRequest.ClientWindowUpdate': envoy.service.ext_proc.v3.ProcessingRequest.ClientWindowUpdate;
 'envoy.service.ext_proc.v3.ProcessingRequest.FlowControlInit': envoy.service.ext_proc.v3.ProcessingRequest.FlowControlInit;
 'envoy.service.ext_proc.v3.ProcessingResponse': envoy.service.ext_proc.v3.ProcessingResponse;
 'envoy.service.ext_proc.v3.ProcessingResponse.ServerWindowUpdate': envoy.service.ext_proc.v3.ProcessingResponse.ServerWindowUpdate;
 'envoy.service.ext_proc.v3.ProtocolConfiguration': envoy.service.ext_proc.v3.ProtocolConfiguration;
 'envoy.service.ext_proc.v3.StreamedBodyResponse': envoy.service.ext_proc.v3.StreamedBodyResponse;
 'envoy.service.ext_proc.v3.StreamedImmediateResponse': envoy.service.ext_proc.v3.StreamedImmediateResponse;
 'envoy.service.ext_proc.v3.TrailersResponse': envoy.service.ext_proc.v3.TrailersResponse;
 'envoy.service.extension.v3.EcdsDummy': envoy.service.extension.v3.EcdsDummy;
 'envoy.service.health.v3.Capability': envoy.service.health.v3.Capability;
 'envoy.service.health.v3.ClusterEndpointsHealth': envoy.service.health.v3.ClusterEndpointsHealth;
 'envoy.service.health.v3.ClusterHealthCheck': envoy.service.health.v3.ClusterHealthCheck;
 'envoy.service.health.v3.EndpointHealth': envoy.service.health.v3.EndpointHealth;
 'envoy.service.health.v3.EndpointHealthResponse': envoy.service.health.v3.EndpointHealthResponse;
 'envoy.service.health.v3.HdsDummy': envoy.service.health.v3.HdsDummy;
 'envoy.service.health.v3.HealthCheckRequest': envoy.service.health.v3.HealthCheckRequest;
 'envoy.service.health.v3.HealthCheckRequestOrEndpointHealthResponse': envoy.service.health.v3.HealthCheckRequestOrEndpointHealthResponse;
 'envoy.service.health.v3.HealthCheckSpecifier': envoy.service.health.v3.HealthCheckSpecifier;
 'envoy.service.health.v3.LocalityEndpoints': envoy.service.health.v3.LocalityEndpoints;
 'envoy.service.health.v3.LocalityEndpointsHealth': envoy.service.health.v3.LocalityEndpointsHealth;
 'envoy.service.listener.v3.LdsDummy': envoy.service.listener.v3.LdsDummy;
 'envoy.service.load_stats.v3.LoadStatsRequest': envoy.service.load_stats.v3.LoadStatsRequest;
 'envoy.service.load_stats.v3.LoadStatsResponse': envoy.service.load_stats.v3.LoadStatsResponse;
 'envoy.service.metrics.v3.StreamMetricsMessage': envoy.service.metrics.v3.StreamMetricsMessage;
 'envoy.service.metrics.v3.StreamMetricsMessage.Identifier': envoy.service.metrics.v3.StreamMetricsMessage.Identifier;
 'envoy.service.metrics.v3.StreamMetricsResponse': envoy.service.metrics.v3.StreamMetricsResponse;
 'envoy.service.network_ext_proc.v3.Data': envoy.service.network_ext_proc.v3.Data;
 'envoy.service.network_ext_proc.v3.ProcessingRequest': envoy.service.network_ext_proc.v3.ProcessingRequest;
 'envoy.service.network_ext_proc.v3.ProcessingResponse': envoy.service.network_ext_proc.v3.ProcessingResponse;
 'envoy.service.rate_limit_quota.v3.BucketId': envoy.service.rate_limit_quota.v3.BucketId;
 'envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse': envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse;
 'envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse.BucketAction': envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse.BucketAction;
 'envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse.BucketAction.AbandonAction': envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse.BucketAction.AbandonAction;
 'envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse.BucketAction.QuotaAssignmentAction': envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse.BucketAction.QuotaAssignmentAction;
 'envoy.service.rate_limit_quota.v3.RateLimitQuotaUsageReports': envoy.service.rate_limit_quota.v3.RateLimitQuotaUsageReports;
 'envoy.service.rate_limit_quota.v3.RateLimitQuotaUsageReports.BucketQuotaUsage': envoy.service.rate_limit_quota.v3.RateLimitQuotaUsageReports.BucketQuotaUsage;
 'envoy.service.ratelimit.v3.RateLimitRequest': envoy.service.ratelimit.v3.RateLimitRequest;
 'envoy.service.ratelimit.v3.RateLimitResponse': envoy.service.ratelimit.v3.RateLimitResponse;
 'envoy.service.ratelimit.v3.RateLimitResponse.DescriptorStatus': envoy.service.ratelimit.v3.RateLimitResponse.DescriptorStatus;
 'envoy.service.ratelimit.v3.RateLimitResponse.Quota': envoy.service.ratelimit.v3.RateLimitResponse.Quota;
 'envoy.service.ratelimit.v3.RateLimitResponse.RateLimit': envoy.service.ratelimit.v3.RateLimitResponse.RateLimit;
 'envoy.service.redis_auth.v3.RedisProxyExternalAuthRequest': envoy.service.redis_auth.v3.RedisProxyExternalAuthRequest;
 'envoy.service.redis_auth.v3.RedisProxyExternalAuthResponse': envoy.service.redis_auth.v3.RedisProxyExternalAuthResponse;
 'envoy.service.route.v3.RdsDummy': envoy.service.route.v3.RdsDummy;
 'envoy.service.route.v3.SrdsDummy': envoy.service.route.v3.SrdsDummy;
 'envoy.service.runtime.v3.RtdsDummy': envoy.service.runtime.v3.RtdsDummy;
 'envoy.service.runtime.v3.Runtime': envoy.service.runtime.v3.Runtime;
 'envoy.service.secret.v3.SdsDummy': envoy.service.secret.v3.SdsDummy;
 'envoy.service.status.v3.ClientConfig': envoy.service.status.v3.ClientConfig;
 'envoy.service.status.v3.ClientConfig.GenericXdsConfig': envoy.service.status.v3.ClientConfig.GenericXdsConfig;
 'envoy.service.status.v3.ClientStatusRequest': envoy.service.status.v3.ClientStatusRequest;
 'envoy.service.status.v3.ClientStatusResponse': envoy.service.status.v3.ClientStatusResponse;
 'envoy.service.status.v3.PerXdsConfig': envoy.service.status.v3.PerXdsConfig;
 'envoy.service.tap.v3.StreamTapsRequest': envoy.service.tap.v3.StreamTapsRequest;
 'envoy.service.tap.v3.StreamTapsRequest.Identifier': envoy.service.tap.v3.StreamTapsRequest.Identifier;
 'envoy.service.tap.v3.StreamTapsResponse': envoy.service.tap.v3.StreamTapsResponse;
 'envoy.type.http.v3.Cookie': envoy.type.http.v3.Cookie;
 'envoy.type.http.v3.CookieAttribute': envoy.type.http.v3.CookieAttribute;
 'envoy.type.http.v3.PathTransformation': envoy.type.http.v3.PathTransformation;
 'envoy.type.http.v3.PathTransformation.Operation': envoy.type.http.v3.PathTransformation.Operation;
 'envoy.type.http.v3.PathTransformation.Operation.MergeSlashes': envoy.type.http.v3.PathTransformation.Operation.MergeSlashes;
 'envoy.type.http.v3.PathTransformation.Operation.NormalizePathRFC3986': envoy.type.http.v3.PathTransformation.Operation.NormalizePathRFC3986;
 'envoy.type.matcher.v3.AddressMatcher': envoy.type.matcher.v3.AddressMatcher;
 'envoy.type.matcher.v3.DoubleMatcher': envoy.type.matcher.v3.DoubleMatcher;
 'envoy.type.matcher.v3.FilterStateMatcher': envoy.type.matcher.v3.FilterStateMatcher;
 'envoy.type.matcher.v3.HttpRequestHeaderMatchInput': envoy.type.matcher.v3.HttpRequestHeaderMatchInput;
 'envoy.type.matcher.v3.HttpRequestQueryParamMatchInput': envoy.type.matcher.v3.HttpRequestQueryParamMatchInput;
 'envoy.type.matcher.v3.HttpRequestTrailerMatchInput': envoy.type.matcher.v3.HttpRequestTrailerMatchInput;
 'envoy.type.matcher.v3.HttpResponseHeaderMatchInput': envoy.type.matcher.v3.HttpResponseHeaderMatchInput;
 'envoy.type.matcher.v3.HttpResponseLocalReplyMatchInput': envoy.type.matcher.v3.HttpResponseLocalReplyMatchInput;
 'envoy.type.matcher.v3.HttpResponseStatusCodeClassMatchInput': envoy.type.matcher.v3.HttpResponseStatusCodeClassMatchInput;
 'envoy.type.matcher.v3.HttpResponseStatusCodeMatchInput': envoy.type.matcher.v3.HttpResponseStatusCodeMatchInput;
 'envoy.type.matcher.v3.HttpResponseTrailerMatchInput': envoy.type.matcher.v3.HttpResponseTrailerMatchInput;
 'envoy.type.matcher.v3.ListMatcher': envoy.type.matcher.v3.ListMatcher;
 'envoy.type.matcher.v3.ListStringMatcher': envoy.type.matcher.v3.ListStringMatcher;
 'envoy.type.matcher.v3.MetadataMatcher': envoy.type.matcher.v3.MetadataMatcher;
 'envoy.type.matcher.v3.MetadataMatcher.PathSegment': envoy.type.matcher.v3.MetadataMatcher.PathSegment;
 'envoy.type.matcher.v3.NodeMatcher': envoy.type.matcher.v3.NodeMatcher;
 'envoy.type.matcher.v3.OrMatcher': envoy.type.matcher.v3.OrMatcher;
 'envoy.type.matcher.v3.PathMatcher': envoy.type.matcher.v3.PathMatcher;
 'envoy.type.matcher.v3.RegexMatchAndSubstitute': envoy.type.matcher.v3.RegexMatchAndSubstitute;
 'envoy.type.matcher.v3.RegexMatcher': envoy.type.matcher.v3.RegexMatcher;
 'envoy.type.matcher.v3.RegexMatcher.GoogleRE2': envoy.type.matcher.v3.RegexMatcher.GoogleRE2;
 'envoy.type.matcher.v3.StringMatcher': envoy.type.matcher.v3.StringMatcher;
 'envoy.type.matcher.v3.StructMatcher': envoy.type.matcher.v3.StructMatcher;
 'envoy.type.matcher.v3.StructMatcher.PathSegment': envoy.type.matcher.v3.StructMatcher.PathSegment;
 'envoy.type.matcher.v3.ValueMatcher': envoy.type.matcher.v3.ValueMatcher;
 'envoy.type.matcher.v3.ValueMatcher.NullMatch': envoy.type.matcher.v3.ValueMatcher.NullMatch;
 'envoy.type.metadata.v3.MetadataKey': envoy.type.metadata.v3.MetadataKey;
 'envoy.type.metadata.v3.MetadataKey.PathSegment': envoy.type.metadata.v3.MetadataKey.PathSegment;
 'envoy.type.metadata.v3.MetadataKind': envoy.type.metadata.v3.MetadataKind;
 'envoy.type.metadata.v3.MetadataKind.Cluster': envoy.type.metadata.v3.MetadataKind.Cluster;
 'envoy.type.metadata.v3.MetadataKind.Host': envoy.type.metadata.v3.MetadataKind.Host;
 'envoy.type.metadata.v3.MetadataKind.Request': envoy.type.metadata.v3.MetadataKind.Request;
 'envoy.type.metadata.v3.MetadataKind.Route': envoy.type.metadata.v3.MetadataKind.Route;
 'envoy.type.tracing.v3.CustomTag': envoy.type.tracing.v3.CustomTag;
 'envoy.type.tracing.v3.CustomTag.Environment': envoy.type.tracing.v3.CustomTag.Environment;
 'envoy.type.tracing.v3.CustomTag.Header': envoy.type.tracing.v3.CustomTag.Header;
 'envoy.type.tracing.v3.CustomTag.Literal': envoy.type.tracing.v3.CustomTag.Literal;
 'envoy.type.tracing.v3.CustomTag.Metadata': envoy.type.tracing.v3.CustomTag.Metadata;
 'envoy.type.v3.DoubleRange': envoy.type.v3.DoubleRange;
 'envoy.type.v3.FractionalPercent': envoy.type.v3.FractionalPercent;
 'envoy.type.v3.HashPolicy': envoy.type.v3.HashPolicy;
 'envoy.type.v3.HashPolicy.FilterState': envoy.type.v3.HashPolicy.FilterState;
 'envoy.type.v3.HashPolicy.SourceIp': envoy.type.v3.HashPolicy.SourceIp;
 'envoy.type.v3.HttpStatus': envoy.type.v3.HttpStatus;
 'envoy.type.v3.Int32Range': envoy.type.v3.Int32Range;
 'envoy.type.v3.Int64Range': envoy.type.v3.Int64Range;
 'envoy.type.v3.Percent': envoy.type.v3.Percent;
 'envoy.type.v3.RateLimitStrategy': envoy.type.v3.RateLimitStrategy;
 'envoy.type.v3.RateLimitStrategy.RequestsPerTimeUnit': envoy.type.v3.RateLimitStrategy.RequestsPerTimeUnit;
 'envoy.type.v3.Scope': envoy.type.v3.Scope;
 'envoy.type.v3.SemanticVersion': envoy.type.v3.SemanticVersion;
 'envoy.type.v3.TokenBucket': envoy.type.v3.TokenBucket;
 'envoy.watchdog.v3.AbortActionConfig': envoy.watchdog.v3.AbortActionConfig;
 'google.api.CustomHttpPattern': google.api.CustomHttpPattern;
 'google.api.Http': google.api.Http;
 'google.api.HttpRule': google.api.HttpRule;
 'google.api.expr.v1alpha1.CheckedExpr': google.api.expr.v1alpha1.CheckedExpr;
 'google.api.expr.v1alpha1.Constant': google.api.expr.v1alpha1.Constant;
 'google.api.expr.v1alpha1.Decl': google.api.expr.v1alpha1.Decl;
 'google.api.expr.v1alpha1.Decl.FunctionDecl': google.api.expr.v1alpha1.Decl.FunctionDecl;
 'google.api.expr.v1alpha1.Decl.FunctionDecl.Overload': google.api.expr.v1alpha1.Decl.FunctionDecl.Overload;
 'google.api.expr.v1alpha1.Decl.IdentDecl': google.api.expr.v1alpha1.Decl.IdentDecl;
 'google.api.expr.v1alpha1.Expr': google.api.expr.v1alpha1.Expr;
 'google.api.expr.v1alpha1.Expr.Call': google.api.expr.v1alpha1.Expr.Call;
 'google.api.expr.v1alpha1.Expr.Comprehension': google.api.expr.v1alpha1.Expr.Comprehension;
 'google.api.expr.v1alpha1.Expr.CreateList': google.api.expr.v1alpha1.Expr.CreateList;
 'google.api.expr.v1alpha1.Expr.CreateStruct': google.api.expr.v1alpha1.Expr.CreateStruct;
 'google.api.expr.v1alpha1.Expr.CreateStruct.Entry': google.api.expr.v1alpha1.Expr.CreateStruct.Entry;
 'google.api.expr.v1alpha1.Expr.Ident': google.api.expr.v1alpha1.Expr.Ident;
 'google.api.expr.v1alpha1.Expr.Select': google.api.expr.v1alpha1.Expr.Select;
 'google.api.expr.v1alpha1.ParsedExpr': google.api.expr.v1alpha1.ParsedExpr;
 'google.api.expr.v1alpha1.Reference': google.api.expr.v1alpha1.Reference;
 'google.api.expr.v1alpha1.SourceInfo': google.api.expr.v1alpha1.SourceInfo;
 'google.api.expr.v1alpha1.SourceInfo.Extension': google.api.expr.v1alpha1.SourceInfo.Extension;
 'google.api.expr.v1alpha1.SourceInfo.Extension.Version': google.api.expr.v1alpha1.SourceInfo.Extension.Version;
 'google.api.expr.v1alpha1.SourcePosition': google.api.expr.v1alpha1.SourcePosition;
 'google.api.expr.v1alpha1.Type': google.api.expr.v1alpha1.Type;
 'google.api.expr.v1alpha1.Type.AbstractType': google.api.expr.v1alpha1.Type.AbstractType;
 'google.api.expr.v1alpha1.Type.FunctionType': google.api.expr.v1alpha1.Type.FunctionType;
 'google.api.expr.v1alpha1.Type.ListType': google.api.expr.v1alpha1.Type.ListType;
 'google.api.expr.v1alpha1.Type.MapType': google.api.expr.v1alpha1.Type.MapType;
 'google.protobuf.Any': google.protobuf.Any;
 'google.protobuf.BoolValue': google.protobuf.BoolValue;
 'google.protobuf.BytesValue': google.protobuf.BytesValue;
 'google.protobuf.DoubleValue': google.protobuf.DoubleValue;
 'google.protobuf.Duration': google.protobuf.Duration;
 'google.protobuf.Empty': google.protobuf.Empty;
 'google.protobuf.FloatValue': google.protobuf.FloatValue;
 'google.protobuf.Int32Value': google.protobuf.Int32Value;
 'google.protobuf.Int64Value': google.protobuf.Int64Value;
 'google.protobuf.ListValue': google.protobuf.ListValue;
 'google.protobuf.StringValue': google.protobuf.StringValue;
 'google.protobuf.Struct': google.protobuf.Struct;
 'google.protobuf.Timestamp': google.protobuf.Timestamp;
 'google.protobuf.UInt32Value': google.protobuf.UInt32Value;
 'google.protobuf.UInt64Value': google.protobuf.UInt64Value;
 'google.protobuf.Value': google.protobuf.Value;
 'google.rpc.BadRequest': google.rpc.BadRequest;
 'google.rpc.BadRequest.FieldViolation': google.rpc.BadRequest.FieldViolation;
 'google.rpc.DebugInfo': google.rpc.DebugInfo;
 'google.rpc.ErrorInfo': google.rpc.ErrorInfo;
 'google.rpc.Help': google.rpc.Help;
 'google.rpc.Help.Link': google.rpc.Help.Link;
 'google.rpc.LocalizedMessage': google.rpc.LocalizedMessage;
 'google.rpc.PreconditionFailure': google.rpc.PreconditionFailure;
 'google.rpc.PreconditionFailure.Violation': google.rpc.PreconditionFailure.Violation;
 'google.rpc.QuotaFailure': google.rpc.QuotaFailure;
 'google.rpc.QuotaFailure.Violation': google.rpc.QuotaFailure.Violation;
 'google.rpc.RequestInfo': google.rpc.RequestInfo;
 'google.rpc.ResourceInfo': google.rpc.ResourceInfo;
 'google.rpc.RetryInfo': google.rpc.RetryInfo;
 'google.rpc.Status': google.rpc.Status;
 'grpc.health.v1.HealthCheckRequest': grpc.health.v1.HealthCheckRequest;
 'grpc.health.v1.HealthCheckResponse': grpc.health.v1.HealthCheckResponse;
 'grpc.health.v1.HealthListRequest': grpc.health.v1.HealthListRequest;
 'grpc.health.v1.HealthListResponse': grpc.health.v1.HealthListResponse;
 'io.prometheus.client.Bucket': io.prometheus.client.Bucket;
 'io.prometheus.client.BucketSpan': io.prometheus.client.BucketSpan;
 'io.prometheus.client.Counter': io.prometheus.client.Counter;
 'io.prometheus.client.Exemplar': io.prometheus.client.Exemplar;
 'io.prometheus.client.Gauge': io.prometheus.client.Gauge;
 'io.prometheus.client.Histogram': io.prometheus.client.Histogram;
 'io.prometheus.client.LabelPair': io.prometheus.client.LabelPair;
 'io.prometheus.client.Metric': io.prometheus.client.Metric;
 'io.prometheus.client.MetricFamily': io.prometheus.client.MetricFamily;
 'io.prometheus.client.Quantile': io.prometheus.client.Quantile;
 'io.prometheus.client.Summary': io.prometheus.client.Summary;
 'io.prometheus.client.Untyped': io.prometheus.client.Untyped;
 'opentelemetry.proto.collector.logs.v1.ExportLogsPartialSuccess': opentelemetry.proto.collector.logs.v1.ExportLogsPartialSuccess;
 'opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest': opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
 'opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse': opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse;
 'opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess': opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
 'opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest': opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
 'opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse': opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
 'opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess': opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest': opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse': opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
 'opentelemetry.proto.common.v1.AnyValue': opentelemetry.proto.common.v1.AnyValue;
 'opentelemetry.proto.common.v1.ArrayValue': opentelemetry.proto.common.v1.ArrayValue;
 'opentelemetry.proto.common.v1.EntityRef': opentelemetry.proto.common.v1.EntityRef;
 'opentelemetry.proto.common.v1.InstrumentationScope': opentelemetry.proto.common.v1.InstrumentationScope;
 'opentelemetry.proto.common.v1.KeyValue': opentelemetry.proto.common.v1.KeyValue;
 'opentelemetry.proto.common.v1.KeyValueList': opentelemetry.proto.common.v1.KeyValueList;
 'opentelemetry.proto.logs.v1.LogRecord': opentelemetry.proto.logs.v1.LogRecord;
 'opentelemetry.proto.logs.v1.LogsData': opentelemetry.proto.logs.v1.LogsData;
 'opentelemetry.proto.logs.v1.ResourceLogs': opentelemetry.proto.logs.v1.ResourceLogs;
 'opentelemetry.proto.logs.v1.ScopeLogs': opentelemetry.proto.logs.v1.ScopeLogs;
 'opentelemetry.proto.metrics.v1.Exemplar': opentelemetry.proto.metrics.v1.Exemplar;
 'opentelemetry.proto.metrics.v1.ExponentialHistogram': opentelemetry.proto.metrics.v1.ExponentialHistogram;
 'opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint': opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
 'opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint.Buckets': opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint.Buckets;
 'opentelemetry.proto.metrics.v1.Gauge': opentelemetry.proto.metrics.v1.Gauge;
 'opentelemetry.proto.metrics.v1.Histogram': opentelemetry.proto.metrics.v1.Histogram;
 'opentelemetry.proto.metrics.v1.HistogramDataPoint': opentelemetry.proto.metrics.v1.HistogramDataPoint;
 'opentelemetry.proto.metrics.v1.Metric': opentelemetry.proto.metrics.v1.Metric;
 'opentelemetry.proto.metrics.v1.MetricsData': opentelemetry.proto.metrics.v1.MetricsData;
 'opentelemetry.proto.metrics.v1.NumberDataPoint': opentelemetry.proto.metrics.v1.NumberDataPoint;
 'opentelemetry.proto.metrics.v1.ResourceMetrics': opentelemetry.proto.metrics.v1.ResourceMetrics;
 'opentelemetry.proto.metrics.v1.ScopeMetrics': opentelemetry.proto.metrics.v1.ScopeMetrics;
 'opentelemetry.proto.metrics.v1.Sum': opentelemetry.proto.metrics.v1.Sum;
 'opentelemetry.proto.metrics.v1.Summary': opentelemetry.proto.metrics.v1.Summary;
 'opentelemetry.proto.metrics.v1.SummaryDataPoint': opentelemetry.proto.metrics.v1.SummaryDataPoint;
 'opentelemetry.proto.metrics.v1.SummaryDataPoint.ValueAtQuantile': opentelemetry.proto.metrics.v1.SummaryDataPoint.ValueAtQuantile;
 'opentelemetry.proto.resource.v1.Resource': opentelemetry.proto.resource.v1.Resource;
 'opentelemetry.proto.trace.v1.ResourceSpans': opentelemetry.proto.trace.v1.ResourceSpans;
 'opentelemetry.proto.trace.v1.ScopeSpans': opentelemetry.proto.trace.v1.ScopeSpans;
 'opentelemetry.proto.trace.v1.Span': opentelemetry.proto.trace.v1.Span;
 'opentelemetry.proto.trace.v1.Span.Event': opentelemetry.proto.trace.v1.Span.Event;
 'opentelemetry.proto.trace.v1.Span.Link': opentelemetry.proto.trace.v1.Span.Link;
 'opentelemetry.proto.trace.v1.Status': opentelemetry.proto.trace.v1.Status;
 'opentelemetry.proto.trace.v1.TracesData': opentelemetry.proto.trace.v1.TracesData;
 'udpa.type.v1.TypedStruct': udpa.type.v1.TypedStruct;
 'xds.core.v3.Authority': xds.core.v3.Authority;
 'xds.core.v3.CidrRange': xds.core.v3.CidrRange;
 'xds.core.v3.CollectionEntry': xds.core.v3.CollectionEntry;
 'xds.core.v3.CollectionEntry.InlineEntry': xds.core.v3.CollectionEntry.InlineEntry;
 'xds.core.v3.ContextParams': xds.core.v3.ContextParams;
 'xds.core.v3.Resource': xds.core.v3.Resource;
 'xds.core.v3.ResourceLocator': xds.core.v3.ResourceLocator;
 'xds.core.v3.ResourceLocator.Directive': xds.core.v3.ResourceLocator.Directive;
 'xds.core.v3.ResourceName': xds.core.v3.ResourceName;
 'xds.core.v3.TypedExtensionConfig': xds.core.v3.TypedExtensionConfig;
 'xds.data.orca.v3.OrcaLoadReport': xds.data.orca.v3.OrcaLoadReport;
 'xds.service.orca.v3.OrcaLoadReportRequest': xds.service.orca.v3.OrcaLoadReportRequest;
 'xds.type.matcher.v3.CelMatcher': xds.type.matcher.v3.CelMatcher;
 'xds.type.matcher.v3.DoubleRangeMatcher': xds.type.matcher.v3.DoubleRangeMatcher;
 'xds.type.matcher.v3.DoubleRangeMatcher.RangeMatcher': xds.type.matcher.v3.DoubleRangeMatcher.RangeMatcher;
 'xds.type.matcher.v3.HttpAttributesCelMatchInput': xds.type.matcher.v3.HttpAttributesCelMatchInput;
 'xds.type.matcher.v3.IPMatcher': xds.type.matcher.v3.IPMatcher;
 'xds.type.matcher.v3.IPMatcher.IPRangeMatcher': xds.type.matcher.v3.IPMatcher.IPRangeMatcher;
 'xds.type.matcher.v3.Int32RangeMatcher': xds.type.matcher.v3.Int32RangeMatcher;
 'xds.type.matcher.v3.Int32RangeMatcher.RangeMatcher': xds.type.matcher.v3.Int32RangeMatcher.RangeMatcher;
 'xds.type.matcher.v3.Int64RangeMatcher': xds.type.matcher.v3.Int64RangeMatcher;
 'xds.type.matcher.v3.Int64RangeMatcher.RangeMatcher': xds.type.matcher.v3.Int64RangeMatcher.RangeMatcher;
 'xds.type.matcher.v3.ListStringMatcher': xds.type.matcher.v3.ListStringMatcher;
 'xds.type.matcher.v3.Matcher': xds.type.matcher.v3.Matcher;
 'xds.type.matcher.v3.Matcher.MatcherList': xds.type.matcher.v3.Matcher.MatcherList;
 'xds.type.matcher.v3.Matcher.MatcherList.FieldMatcher': xds.type.matcher.v3.Matcher.MatcherList.FieldMatcher;
 'xds.type.matcher.v3.Matcher.MatcherList.Predicate': xds.type.matcher.v3.Matcher.MatcherList.Predicate;
 'xds.type.matcher.v3.Matcher.MatcherList.Predicate.PredicateList': xds.type.matcher.v3.Matcher.MatcherList.Predicate.PredicateList;
 'xds.type.matcher.v3.Matcher.MatcherList.Predicate.SinglePredicate': xds.type.matcher.v3.Matcher.MatcherList.Predicate.SinglePredicate;
 'xds.type.matcher.v3.Matcher.MatcherTree': xds.type.matcher.v3.Matcher.MatcherTree;
 'xds.type.matcher.v3.Matcher.MatcherTree.MatchMap': xds.type.matcher.v3.Matcher.MatcherTree.MatchMap;
 'xds.type.matcher.v3.Matcher.OnMatch': xds.type.matcher.v3.Matcher.OnMatch;
 'xds.type.matcher.v3.RegexMatcher': xds.type.matcher.v3.RegexMatcher;
 'xds.type.matcher.v3.RegexMatcher.GoogleRE2': xds.type.matcher.v3.RegexMatcher.GoogleRE2;
 'xds.type.matcher.v3.ServerNameMatcher': xds.type.matcher.v3.ServerNameMatcher;
 'xds.type.matcher.v3.ServerNameMatcher.DomainMatcher': xds.type.matcher.v3.ServerNameMatcher.DomainMatcher;
 'xds.type.matcher.v3.StringMatcher': xds.type.matcher.v3.StringMatcher;
 'xds.type.v3.CelExpression': xds.type.v3.CelExpression;
 'xds.type.v3.CelExtractString': xds.type.v3.CelExtractString;
 'xds.type.v3.DoubleRange': xds.type.v3.DoubleRange;
 'xds.type.v3.Int32Range': xds.type.v3.Int32Range;
 'xds.type.v3.Int64Range': xds.type.v3.Int64Range;
 'xds.type.v3.TypedStruct': xds.type.v3.TypedStruct;
}
